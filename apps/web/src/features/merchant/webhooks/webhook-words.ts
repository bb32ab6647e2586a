import type { WebhookDelivery, WebhookSettings, WebhookTry } from '@zawadi/contract/webhooks';
import type { WebhookAddress } from '@zawadi/contract/webhooks-addresses';
import { webhookEventName } from '@zawadi/contract/webhook-events';
import type { StatusWord } from '../../../ui/badge.tsx';
import { say, translated } from '../../../i18n/say.ts';
import type { Phrase } from '../../../i18n/say.ts';

/** Descriptions of the webhook events that can be switched on and off. */
export const EVENTS = {
  'voucher.created': 'You have made a voucher',
  'voucher.redeemed': 'A voucher was redeemed at your till or with your key',
  'voucher.voided': 'A voucher that you made was voided',
  'voucher.held': 'You placed a hold on a voucher',
  'voucher.hold_captured': 'You captured a hold',
  'voucher.hold_released': 'A hold was released or has expired',
  'transaction.completed': 'Your balance changed: a redemption, or its reversal',
  'settlement.processed': 'A settlement was paid',
  'payment.failed': 'The pay-out of a settlement failed',
} as const satisfies Record<WebhookSettings['events'][number], Phrase>;

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

/** Describes the problem with a webhook address; undefined while deliveries succeed. */
export function stateText(settings: WebhookSettings): string | undefined {
  const { state, failures = 1, switchedOffReason } = settings;
  if (state === 'failing') {
    return failures === 1
      ? say('The last try failed. We keep trying for about three days.')
      : say('The last {count} tries failed. We keep trying for about three days.', { count: failures });
  }
  if (state === 'paused') return say('We send nothing while the account is not active. We keep the events.');
  if (state !== 'switched-off') return undefined;
  return switchedOffReason === 'gone'
    ? say('Your system answered 410, so we switched the webhook off. Save its address to switch it on.')
    : say(
        'Every try failed for three days, so we switched the webhook off. Save its address to switch it on.',
      );
}

/** Describes the result of one delivery attempt. */
export function tryText({ status, isDelivered, explanation }: WebhookTry): string {
  if (status === undefined) return translated(explanation);
  if (isDelivered) return say('Delivered: it answered {status}.', { status });
  if (status === 410) return say('It answered 410, so it wants no more messages.');
  if (status >= 300 && status < 400) {
    return say(
      'It answered {status}, a redirect, which we do not follow. Please save the address it leads to.',
      { status },
    );
  }
  return say('It answered {status}. Only an answer from 200 to 299 counts as delivered.', { status });
}

/** Returns the name of a webhook address, or its host if it has no name. */
export function nameOfAddress({ description, url }: Pick<WebhookAddress, 'description' | 'url'>): string {
  return description === '' ? new URL(url).host : description;
}

/** Says how many kinds of event an address receives. */
export function eventsText(events: WebhookSettings['events']): string {
  const all = webhookEventName.options.length;
  if (events.length === all) return say('All events');
  return say('{count} of {all} events', { count: events.length, all });
}
