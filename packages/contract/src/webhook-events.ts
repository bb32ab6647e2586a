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
    .describe('Your own reference, as given with the voucher or the redemption.'),
  metadata: storedMetadata.optional().describe('Your own metadata, stored with the reference.'),
};

const settlementId = z
  .string()
  .describe('`ST-20261120-7KQ2M`, the id of the settlement in the API and in the portal.');

/** The `data` of each event: enough to look up the rest, and no name, number or code. */
export const webhookData = {
  'voucher.created': z
    .object({
      voucher_id: uuid,
      amount: shillings,
      currency,
      expires_at: timestamp,
      ...kept,
    })
    .describe('You have issued a voucher.'),
  'voucher.redeemed': z
    .object({
      voucher_id: uuid,
      redemption_id: uuid,
      amount: shillings,
      balance: balanceShillings.describe('The remaining balance of the voucher.'),
      status: voucherStatus,
      currency,
      ...kept,
    })
    .describe('A voucher was redeemed at your till or through your API key.'),
  'voucher.voided': z
    .object({
      voucher_id: uuid,
      amount: shillings.describe('The balance that was left on it and has returned to you.'),
      currency,
      ...kept,
    })
    .describe('A voucher that you issued was voided.'),
  'voucher.held': z
    .object({
      hold_id: uuid,
      voucher_id: uuid,
      amount: shillings.describe('The reserved amount.'),
      balance: balanceShillings.describe('The free balance of the voucher.'),
      expires_at: timestamp.describe('When it expires and is released automatically.'),
      reference: kept.reference,
      currency,
    })
    .describe('You have placed a hold on a voucher.'),
  'voucher.hold_captured': z
    .object({
      hold_id: uuid,
      voucher_id: uuid,
      redemption_id: uuid,
      amount: shillings.describe('The reserved amount.'),
      captured_amount: shillings.describe('The captured amount.'),
      reference: kept.reference,
      currency,
    })
    .describe('You have captured a hold; the redemption has events of its own.'),
  'voucher.hold_released': z
    .object({
      hold_id: uuid,
      voucher_id: uuid,
      amount: shillings.describe('The released amount.'),
      reason: z
        .enum(['released', 'expired', 'remainder', 'support'])
        .describe(
          'Why: `released` by you, `expired`, the `remainder` of a captured hold, or released by our `support`.',
        ),
      reference: kept.reference,
      currency,
    })
    .describe('A hold, or the rest of one, was released.'),
  'transaction.completed': z
    .object({
      transaction_id: uuid.describe("The redemption's id, or the reversal's."),
      type: z.enum(['redemption', 'reversal']),
      redemption_id: uuid,
      voucher_id: uuid,
      amount: shillings,
      currency,
      ...kept,
    })
    .describe('Your balance changed: a redemption, or its reversal.'),
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
    .describe('The pay-out of a settlement failed; the money is safe and the settlement is pending again.'),
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
