import { z } from 'zod';
import { balanceShillings, shillings } from './money.ts';
import { storedMetadata, timestamp, uuid } from './text.ts';
import { voucherStatus } from './vouchers-status.ts';

const currency = z.literal('KES');

const kept = {
  reference: z
    .string()
    .max(200)
    .optional()
    .describe('Your own, as given with the voucher or the redemption.'),
  metadata: storedMetadata.optional().describe('Your own, beside the reference.'),
};

const settlementId = z
  .string()
  .describe('`ST-20261120-7KQ2M`, the id of the settlement in the API and in the portal.');

/** What each event carries in `data`: enough to find the rest, and no name, number or code. */
export const webhookData = {
  'voucher.created': z
    .object({
      voucher_id: uuid,
      amount: shillings,
      currency,
      expires_at: timestamp,
      ...kept,
    })
    .describe('You have made a voucher.'),
  'voucher.redeemed': z
    .object({
      voucher_id: uuid,
      redemption_id: uuid,
      amount: shillings,
      balance: balanceShillings.describe('What is left on the voucher.'),
      status: voucherStatus,
      currency,
      ...kept,
    })
    .describe('Value left a voucher at your till or through your API key.'),
  'voucher.voided': z
    .object({
      voucher_id: uuid,
      amount: shillings.describe('What was left on it, which is yours again.'),
      currency,
      ...kept,
    })
    .describe('A voucher that you have made is worth nothing any more.'),
  'voucher.held': z
    .object({
      hold_id: uuid,
      voucher_id: uuid,
      amount: shillings.describe('What was reserved.'),
      balance: balanceShillings.describe('What is free on the voucher.'),
      expires_at: timestamp.describe('When it is released by itself.'),
      reference: kept.reference,
      currency,
    })
    .describe('You have reserved value of a voucher.'),
  'voucher.hold_captured': z
    .object({
      hold_id: uuid,
      voucher_id: uuid,
      redemption_id: uuid,
      amount: shillings.describe('What was reserved.'),
      captured_amount: shillings.describe('What was taken of it.'),
      reference: kept.reference,
      currency,
    })
    .describe('You have taken what you had reserved; the redemption has events of its own.'),
  'voucher.hold_released': z
    .object({
      hold_id: uuid,
      voucher_id: uuid,
      amount: shillings.describe('What was given back.'),
      reason: z
        .enum(['released', 'expired', 'remainder', 'support'])
        .describe('By you, at its end, as what was left of a captured hold, or by us.'),
      reference: kept.reference,
      currency,
    })
    .describe('Reserved value was given back.'),
  'transaction.completed': z
    .object({
      transaction_id: uuid.describe('Of the redemption, or of the reversal.'),
      type: z.enum(['redemption', 'reversal']),
      redemption_id: uuid,
      voucher_id: uuid,
      amount: shillings,
      currency,
      ...kept,
    })
    .describe('What we owe you changed: a redemption, or its reversal.'),
  'settlement.processed': z
    .object({
      settlement_id: settlementId,
      batch_id: settlementId.describe('The same as `settlement_id`, by its earlier name.'),
      amount: shillings,
      fee: balanceShillings,
      net: shillings,
      currency,
      transaction_count: z.number().int().nonnegative(),
      receipt: z.string().optional().describe('M-PESA’s or the bank’s own reference.'),
    })
    .describe('A settlement was paid.'),
  'payment.failed': z
    .object({
      settlement_id: settlementId,
      batch_id: settlementId.describe('The same as `settlement_id`, by its earlier name.'),
      amount: shillings,
      currency,
      reason: z.string().describe('In plain words.'),
    })
    .describe('The pay-out of a settlement failed; the money is safe and the settlement pending again.'),
  'webhook.test': z.object({ message: z.string() }).describe('You pressed Test.'),
} as const;

export type WebhookType = keyof typeof webhookData;
/** Events that can be switched off; a test is sent only on request. */
export type WebhookEventName = Exclude<WebhookType, 'webhook.test'>;
export type WebhookData<T extends WebhookType = WebhookType> = z.infer<(typeof webhookData)[T]>;

export const webhookEventName = z.enum([
  'voucher.created',
  'voucher.redeemed',
  'voucher.voided',
  'voucher.held',
  'voucher.hold_captured',
  'voucher.hold_released',
  'transaction.completed',
  'settlement.processed',
  'payment.failed',
] satisfies WebhookEventName[]);

export const webhookType = z.enum([...webhookEventName.options, 'webhook.test']);
