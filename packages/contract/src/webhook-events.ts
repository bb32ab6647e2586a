import { z } from 'zod';
import { balanceShillings, shillings } from './money.ts';
import { timestamp, uuid } from './text.ts';
import { voucherStatus } from './vouchers-status.ts';

const currency = z.literal('KES');

/** What each event carries in `data`: enough to find the rest, and no name, number or code. */
export const webhookData = {
  /** A voucher that the merchant has made. */
  'voucher.created': z.object({
    voucher_id: uuid,
    amount: shillings,
    currency,
    expires_at: timestamp,
    /** The merchant's own, as given when the voucher was made. */
    reference: z.string().max(200).optional(),
  }),
  /** Value left a voucher at the merchant. */
  'voucher.redeemed': z.object({
    voucher_id: uuid,
    redemption_id: uuid,
    amount: shillings,
    /** What is left on the voucher. */
    balance: balanceShillings,
    status: voucherStatus,
    currency,
  }),
  /** The merchant's balance changed: a redemption, or its reversal. */
  'transaction.completed': z.object({
    /** Of the redemption, or of the reversal. */
    transaction_id: uuid,
    type: z.enum(['redemption', 'reversal']),
    redemption_id: uuid,
    voucher_id: uuid,
    amount: shillings,
    currency,
  }),
  /** A settlement was paid. */
  'settlement.processed': z.object({
    settlement_id: uuid,
    /** As the portal shows it. */
    batch_id: z.string(),
    amount: shillings,
    fee: balanceShillings,
    net: shillings,
    currency,
    transaction_count: z.number().int().nonnegative(),
    /** M-PESA's or the bank's own reference. */
    receipt: z.string().optional(),
  }),
  /** The pay-out of a settlement failed; the money is safe and the settlement pending again. */
  'payment.failed': z.object({
    settlement_id: uuid,
    batch_id: z.string(),
    amount: shillings,
    currency,
    /** In plain words. */
    reason: z.string(),
  }),
  /** Sent by the Test button. */
  'webhook.test': z.object({ message: z.string() }),
} as const;

export type WebhookType = keyof typeof webhookData;
/** Events that can be switched off; a test is sent only on request. */
export type WebhookEventName = Exclude<WebhookType, 'webhook.test'>;
export type WebhookData<T extends WebhookType = WebhookType> = z.infer<(typeof webhookData)[T]>;

export const webhookEventName = z.enum([
  'voucher.created',
  'voucher.redeemed',
  'transaction.completed',
  'settlement.processed',
  'payment.failed',
] satisfies WebhookEventName[]);

export const webhookType = z.enum([...webhookEventName.options, 'webhook.test']);
