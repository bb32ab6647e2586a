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

/** The `data` of each event. It has the ids to look up everything else, but no name, phone number or code. */
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
      amount: shillings.describe("The voucher's remaining balance, which has returned to you."),
      currency,
      ...kept,
    })
    .describe('A voucher that you issued was voided.'),
  'voucher.held': z
    .object({
      hold_id: uuid,
      voucher_id: uuid,
      amount: shillings.describe('The reserved amount.'),
      balance: balanceShillings.describe('The balance of the voucher that is not reserved.'),
      expires_at: timestamp.describe('When the hold expires and is released automatically.'),
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
    .describe('You have captured a hold. The redemption that this makes has its own events.'),
  'voucher.hold_released': z
    .object({
      hold_id: uuid,
      voucher_id: uuid,
      amount: shillings.describe('The released amount.'),
      reason: z
        .enum(['released', 'expired', 'remainder', 'support'])
        .describe(
          'Why the hold was released: `released` by you, `expired`, the `remainder` of a captured hold, or released by our `support`.',
        ),
      reference: kept.reference,
      currency,
    })
    .describe('A hold, or the uncaptured rest of a hold, was released.'),
  'transaction.completed': z
    .object({
      transaction_id: uuid.describe('The id of the redemption, or of the reversal.'),
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
      batch_id: settlementId.describe('Same as `settlement_id`, under an earlier name.'),
      amount: shillings,
      fee: balanceShillings,
      net: shillings,
      currency,
      transaction_count: z.number().int().nonnegative(),
      receipt: z.string().optional().describe('Receipt of M-PESA or reference of the bank.'),
    })
    .describe('A settlement was paid.'),
  'payment.failed': z
    .object({
      settlement_id: settlementId,
      batch_id: settlementId.describe('Same as `settlement_id`, under an earlier name.'),
      amount: shillings,
      currency,
      reason: z.string().describe('Why the pay-out failed, in plain words.'),
    })
    .describe('The pay-out of a settlement failed. The money is safe, and the settlement is pending again.'),
  'webhook.test': z.object({ message: z.string() }).describe('You pressed Test.'),
} as const;

export type WebhookType = keyof typeof webhookData;
/** Events that a merchant can switch off. A test event is sent only on request. */
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
