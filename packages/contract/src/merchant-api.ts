import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { cursor, day, email, giftMessage, msisdn, personName, shortText, timestamp, uuid } from './text.ts';
import { balanceShillings, shillings } from './money.ts';
import { payoutChannelName } from './settlements.ts';
import { voucherObject } from './vouchers.ts';

/** Names one attempt of the caller: the same key has one effect and one answer, permanently. */
const idempotencyKey = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .describe('Required. The same key always has one effect and one answer; a random UUID is a good one.')
    .optional(),
});

/** A voucher id issued or redeemed at this merchant, or a full code. */
const voucherId = z.string().min(1).max(64);

/** A moment, or a day in Nairobi. */
const momentOrDay = z.union([timestamp, day], {
  error: 'Please give a day (2026-12-31) or a moment with its offset (2026-12-31T18:00:00+03:00)',
});

const keyRefusals = [
  'idempotency_key_missing',
  'idempotency_key_reused',
  'idempotency_key_in_use',
  'merchant_not_active',
  'address_not_allowed',
  'too_many_requests',
  'overloaded',
] as const;

const readRefusals = [
  'merchant_not_active',
  'address_not_allowed',
  'too_many_requests',
  'overloaded',
] as const;

/** Whom a voucher of a merchant's own is for. Without phone and email no message is sent; the merchant hands it over. */
const issuedTo = z.object({ name: personName, phone: msisdn.optional(), email: email.optional() });

/** What only the issuer is told about a voucher. */
const issuedHere = {
  recipient: z.object({ name: z.string(), phone: z.string().optional(), email: z.string().optional() }),
  message: z.string(),
  reference: z.string().optional(),
};

export const createVoucher = endpoint({
  method: 'POST',
  path: '/api/v1/vouchers/create',
  audience: 'machine',
  tag: 'Merchant API',
  summary:
    "Issue a voucher from the merchant's own balance; it is redeemable only here and cannot be added to a wallet",
  headers: idempotencyKey,
  body: z.object({
    amount: shillings,
    recipient: issuedTo,
    message: giftMessage.default(''),
    /** Up to 24 months ahead, which is also the default; a day counts to its end in Nairobi. */
    expires_at: momentOrDay.optional(),
    /** The merchant's own word for it, such as an order number. */
    reference: shortText.optional(),
  }),
  example: {
    body: {
      amount: 10,
      recipient: { name: sample.name },
      message: 'Karibu',
      expires_at: '2027-06-30',
      reference: 'order 7',
    },
  },
  answer: voucherObject.extend({
    ...issuedHere,
    /** In four groups. Here and in replays of this answer only. */
    code: z.string(),
    /** The page for the recipient. */
    claim_url: z.string(),
  }),
  refusals: [...keyRefusals, 'insufficient_merchant_balance', 'transaction_limit', 'expiry_moment_invalid'],
});

/** Value that left a voucher at this merchant. */
export const redemptionObject = z.object({
  id: uuid,
  amount: shillings,
  status: z.enum(['COMPLETED', 'REVERSED']),
  created: timestamp,
  reversed_at: timestamp.optional(),
});

export const readVoucher = endpoint({
  method: 'GET',
  path: '/api/v1/vouchers/:id',
  audience: 'machine',
  tag: 'Merchant API',
  summary: 'One voucher with its redemptions at this merchant, newest first, 100 at most',
  params: z.object({ id: voucherId }),
  example: { params: { id: sample.code } },
  answer: voucherObject.extend({
    /** Nothing can be taken from it now; the operator's support can say why. */
    frozen: z.boolean(),
    created: timestamp,
    last_four: z.string(),
    /** Present when this merchant has issued it. */
    recipient: issuedHere.recipient.optional(),
    message: issuedHere.message.optional(),
    reference: issuedHere.reference,
    redemptions: z.array(redemptionObject),
  }),
  refusals: [
    ...readRefusals,
    'voucher_not_found',
    'voucher_not_yet_delivered',
    'voucher_not_redeemable_here',
  ],
});

export const reverseRedemptionByMachine = endpoint({
  method: 'POST',
  path: '/api/v1/vouchers/:id/redemptions/:redemptionId/reverse',
  audience: 'machine',
  tag: 'Merchant API',
  summary: 'Take a redemption of today back, whole; the voucher is as if it had not been',
  params: z.object({ id: voucherId, redemptionId: uuid }),
  headers: idempotencyKey,
  body: z.object({}),
  example: { params: { id: sample.code, redemptionId: sample.id } },
  answer: voucherObject.extend({ redemption: redemptionObject }),
  refusals: [
    ...keyRefusals,
    'voucher_not_found',
    'redemption_not_found',
    'reversal_too_late',
    'reversals_exhausted',
    'insufficient_merchant_balance',
    'voucher_void',
    'voucher_expired',
    'voucher_frozen',
  ],
});

/** One page of a list of the merchant API; the next one is asked for with `next_cursor`. */
function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    object: z.literal('list'),
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: cursor.nullable(),
  });
}

const page = {
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: cursor.optional(),
};

const period = {
  /** Not before this moment, or this day in Nairobi. */
  'created[gte]': momentOrDay.optional(),
  /** Not after this moment, or the end of this day in Nairobi. */
  'created[lte]': momentOrDay.optional(),
};

/**
 * What moved this merchant's balance at the till: a redemption adds to it, a voucher of its own takes from it, and what
 * was left on one of its own that expired or was voided comes back.
 */
export const transactionObject = z.object({
  id: uuid,
  object: z.literal('transaction'),
  type: z.enum(['redemption', 'voucher_created', 'voucher_returned']),
  status: z.enum(['COMPLETED', 'REVERSED']),
  amount: shillings,
  currency: z.literal('KES'),
  voucher: uuid,
  voucher_last_four: z.string(),
  /** The M-PESA receipt that paid for the voucher; a merchant's own has none. */
  mpesa_receipt: z.string().optional(),
  created: timestamp,
  reversed_at: timestamp.optional(),
});
export type TransactionObject = z.infer<typeof transactionObject>;

export const listTransactionsByMachine = endpoint({
  method: 'GET',
  path: '/api/v1/transactions',
  audience: 'machine',
  tag: 'Merchant API',
  summary: 'Redemptions at this merchant and vouchers it has made, newest first',
  query: z.object({
    ...page,
    ...period,
    status: transactionObject.shape.status.optional(),
    type: transactionObject.shape.type.optional(),
    voucher: uuid.optional(),
  }),
  answer: listOf(transactionObject),
  refusals: readRefusals,
});

/** One pay-out of what is owed to this merchant. `net` is `amount` less `fee`. */
export const settlementObject = z.object({
  /** `ST-20261120-7KQ2M`, as the portal shows it. */
  id: z.string(),
  object: z.literal('settlement'),
  status: z.enum(['PENDING', 'PROCESSING', 'COMPLETED', 'CANCELED']),
  amount: shillings,
  fee: balanceShillings,
  net: balanceShillings,
  currency: z.literal('KES'),
  channel: payoutChannelName,
  /** The M-PESA receipt or the bank's reference of a completed one. */
  reference: z.string().optional(),
  transaction_count: z.number().int().nonnegative(),
  created: timestamp,
  completed_at: timestamp.optional(),
});
export type SettlementObject = z.infer<typeof settlementObject>;

export const listSettlementsByMachine = endpoint({
  method: 'GET',
  path: '/api/v1/settlements',
  audience: 'machine',
  tag: 'Merchant API',
  summary: 'Settlements of this merchant, newest first',
  query: z.object({
    ...page,
    /** Made on this day in Nairobi or later. */
    'created[gte]': day.optional(),
    /** Made on this day in Nairobi or earlier. */
    'created[lte]': day.optional(),
    status: settlementObject.shape.status.optional(),
  }),
  answer: listOf(settlementObject),
  refusals: readRefusals,
});
