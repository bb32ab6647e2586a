import type { WebhookDelivery, WebhookSettings } from '@zawadi/contract/webhooks';
import type { StatusWord } from '../../../ui/badge.tsx';

/** The events that can be switched, with what each says. */
export const EVENTS = {
  'voucher.created': 'You have made a voucher',
  'voucher.redeemed': 'Value left a voucher at your till or by your key',
  'transaction.completed': 'What we owe you changed: a redemption, or its reversal',
  'settlement.processed': 'A settlement was paid',
  'payment.failed': 'The pay-out of a settlement failed',
} as const satisfies Record<WebhookSettings['events'][number], string>;

export const WEBHOOK_STATES: Record<WebhookSettings['state'], StatusWord | undefined> = {
  'not-set': undefined,
  on: 'Active',
  failing: 'Failed',
  'switched-off': 'Inactive',
  paused: 'Suspended',
};

export const DELIVERY_STATES: Record<WebhookDelivery['state'], StatusWord> = {
  waiting: 'Pending',
  delivered: 'Completed',
  failed: 'Failed',
};
