import { z } from 'zod';
import { voucherObject } from './vouchers.ts';
import { voucherStatus } from './vouchers-status.ts';
import { balanceShillings, shillings } from './money.ts';
import { merchantStaff } from './staff-roles.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { cursor, timestamp, uuid } from './text.ts';
import { cloth } from './purchases.ts';

/** A voucher code as typed, pasted or scanned; what cannot be one is an unknown voucher. */
const typedCode = z
  .string()
  .trim()
  .min(1, { error: 'Please enter the voucher code' })
  .max(64, { error: 'This is not a voucher code' });

/** Why a redemption is refused, wherever it is asked for. */
const NOT_REDEEMED = [
  'idempotency_key_reused',
  'idempotency_key_in_use',
  'voucher_not_found',
  'voucher_not_yet_delivered',
  'voucher_not_redeemable_here',
  'insufficient_voucher_balance',
  'voucher_used',
  'voucher_claimed',
  'voucher_expired',
  'voucher_frozen',
  'voucher_void',
  'merchant_not_active',
] as const;

/** Who took a redemption: a cashier at the till page, or the merchant's own system. */
export const redemptionChannel = z.enum(['portal', 'api']);

/** What a till may know of a voucher before it takes from it. Never the code. */
export const tillVoucher = z.object({
  voucherId: uuid,
  status: voucherStatus,
  value: shillings,
  balance: balanceShillings,
  codeLastFour: z.string(),
  /** First name and initial. */
  recipientName: z.string(),
  /** The cloth that its gift is printed on. */
  cloth,
  expiresAt: timestamp,
  isRedeemable: z.boolean(),
  /** Why it cannot be redeemed here now, as the cashier reads it. */
  reason: z.object({ code: z.string(), message: z.string() }).optional(),
});

export type TillVoucher = z.infer<typeof tillVoucher>;

/** One redemption, with everything its receipt says. */
export const tillRedemption = z.object({
  redemptionId: uuid,
  voucherId: uuid,
  codeLastFour: z.string(),
  recipientName: z.string(),
  cloth,
  amount: shillings,
  /** What was left on the voucher right after it. */
  balance: balanceShillings,
  redeemedAt: timestamp,
  businessName: z.string(),
  /** A name for people; `API` for the merchant's own system. */
  servedBy: z.string(),
  channel: redemptionChannel,
  reversedAt: timestamp.optional(),
  /** Whether the caller may reverse it now: whole, on the same day in Nairobi, by owner or manager. */
  canBeReversed: z.boolean(),
});

export type TillRedemption = z.infer<typeof tillRedemption>;

export const lookUpVoucher = endpoint({
  method: 'POST',
  path: '/api/redemptions/v1/look-up',
  audience: 'merchant',
  staffRoles: merchantStaff.everybody,
  tag: 'Till',
  summary: 'What is left on the voucher behind a code, and whether it can be redeemed here',
  body: z.object({ code: typedCode }),
  example: { body: { code: sample.code } },
  answer: tillVoucher,
  refusals: ['voucher_not_found', 'merchant_not_active', 'must_change_password', 'too_many_requests'],
  rate: { perMinute: 120 },
});

export const redeemAtTill = endpoint({
  method: 'POST',
  path: '/api/redemptions/v1/redeem',
  audience: 'merchant',
  staffRoles: merchantStaff.everybody,
  tag: 'Till',
  summary: 'Take all or part of a voucher; the same attempt again is answered as the first time',
  body: z.object({
    code: typedCode,
    /** All of it when absent. */
    amount: shillings.optional(),
    /** Made by the page for one attempt and repeated until an answer comes. */
    attemptId: uuid,
  }),
  example: { body: { code: sample.code, amount: 10, attemptId: sample.id } },
  answer: tillRedemption,
  message: 'Voucher redeemed',
  refusals: [...NOT_REDEEMED, 'must_change_password', 'too_many_requests', 'overloaded'],
  rate: { perMinute: 120 },
});

export const reverseAtTill = endpoint({
  method: 'POST',
  path: '/api/redemptions/v1/reverse',
  audience: 'merchant',
  staffRoles: merchantStaff.ownerAndManager,
  tag: 'Till',
  summary: 'Reverse a redemption of today as a whole; the same again is answered as the first time',
  body: z.object({ redemptionId: uuid }),
  example: { body: { redemptionId: sample.id } },
  answer: tillRedemption.extend({
    /** Where the value went: back on the voucher, or to the wallet that the rest was claimed into meanwhile. */
    returnedTo: z.enum(['voucher', 'wallet']),
  }),
  message: 'Redemption reversed',
  refusals: [
    'redemption_not_found',
    'reversal_too_late',
    'reversals_exhausted',
    'voucher_expired',
    'voucher_frozen',
    'voucher_void',
    'insufficient_merchant_balance',
    'merchant_not_active',
    'must_change_password',
    'too_many_requests',
    'overloaded',
  ],
  rate: { perMinute: 60 },
});

export const todaysRedemptions = endpoint({
  method: 'GET',
  path: '/api/redemptions/v1/today',
  audience: 'merchant',
  staffRoles: merchantStaff.everybody,
  tag: 'Till',
  summary: 'Redemptions of today in Nairobi, newest first; a cashier sees their own',
  query: z.object({
    /** Whose: one's own, or everybody's, which a cashier may not ask for. */
    of: z.enum(['me', 'everybody']).default('me'),
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({
    redemptions: z.array(tillRedemption),
    nextCursor: cursor.optional(),
    /** Of the whole day, reversed ones left out. */
    count: z.number().int().nonnegative(),
    amount: balanceShillings,
  }),
  refusals: ['forbidden', 'must_change_password'],
  rate: { perMinute: 240 },
});

export const redeemVoucher = endpoint({
  method: 'POST',
  path: '/api/v1/vouchers/:id/redeem',
  audience: 'machine',
  tag: 'Merchant API',
  summary: 'Take all or part of a voucher; a bought voucher is addressed by its full code',
  params: z.object({ id: z.string().min(1).max(64) }),
  headers: z.object({ 'idempotency-key': z.string().min(1).max(255).optional() }),
  body: z.object({ amount: shillings.optional() }),
  example: { params: { id: sample.code }, body: { amount: 10 } },
  answer: voucherObject.extend({ redemption: z.object({ id: uuid, amount: shillings }) }),
  refusals: ['idempotency_key_missing', ...NOT_REDEEMED, 'overloaded'],
});
