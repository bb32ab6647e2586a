import { z } from 'zod';
import { voucherObject } from './vouchers.ts';
import { voucherStatus } from './vouchers-status.ts';
import { DEPRECATED_WITHOUT_AMOUNT, idempotencyKey, shillingsOrAll, voucherId } from './merchant-api.ts';
import { balanceShillings, shillings } from './money.ts';
import { memberRoles } from './roles.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { cursor, metadata, shortText, storedMetadata, timestamp, uuid } from './text.ts';
import { cloth } from './purchases.ts';
import { plainSymbols } from './pasted.ts';
import { thingName } from './thing-names.ts';
import { tillBill } from './till-bill.ts';

/**
 * A voucher code or alias as typed, pasted or scanned. Text that cannot be a code gets the same answer as an unknown voucher.
 */
const typedCode = z
  .string()
  .overwrite(plainSymbols)
  .min(1, { error: 'Please enter the voucher code' })
  .max(64, { error: 'This is not a voucher code' });

/** Refusals of all calls that redeem a voucher. */
const NOT_REDEEMED = [
  'idempotency_key_reused',
  'idempotency_key_in_use',
  'voucher_not_found',
  'voucher_not_yet_delivered',
  'voucher_not_redeemable_here',
  'insufficient_voucher_balance',
  'transaction_limit',
  'daily_limit',
  'voucher_used',
  'voucher_claimed',
  'voucher_expired',
  'voucher_frozen',
  'voucher_held',
  'voucher_void',
  'merchant_not_active',
] as const;

/** Where a redemption was made: on the till page by a cashier (`portal`), or by the merchant's own system (`api`). */
export const redemptionChannel = z.enum(['portal', 'api']);

/** The name that a shop gives to a device, such as `Till 2`. */
export const tillName = thingName(40, 'Please enter a name, such as Till 2');

/** Facts about a voucher that a till gets before it redeems. They never include the code. */
export const tillVoucher = z.object({
  voucherId: uuid,
  status: voucherStatus,
  value: shillings,
  balance: balanceShillings,
  codeLastFour: z.string(),
  /** The recipient's first name and initial. */
  recipientName: z.string(),
  /** The gift's card design. */
  cloth,
  expiresAt: timestamp,
  isRedeemable: z.boolean(),
  /** Why the voucher cannot be redeemed here now, worded for the cashier. */
  reason: z.object({ code: z.string(), message: z.string() }).optional(),
});

export type TillVoucher = z.infer<typeof tillVoucher>;

/** One redemption, with all facts on its receipt. */
export const tillRedemption = z.object({
  redemptionId: uuid,
  voucherId: uuid,
  codeLastFour: z.string(),
  recipientName: z.string(),
  cloth,
  amount: shillings,
  /** The voucher's balance right after the redemption. */
  balance: balanceShillings,
  redeemedAt: timestamp,
  businessName: z.string(),
  /** Such as `Kenyatta Avenue, Nakuru`; absent if the shop has given no address. */
  shopAddress: z.string().optional(),
  /** The shop's phone number for customers. */
  shopPhone: z.string().optional(),
  /** The voucher's expiry. */
  expiresAt: timestamp,
  /** Name of a staff member or of an API key; `API` for the main key. */
  servedBy: z.string(),
  /** Name of the place; absent while the shop has only one. */
  place: z.string().optional(),
  /** Name of the till; absent for a device without a name. */
  till: z.string().optional(),
  channel: redemptionChannel,
  reversedAt: timestamp.optional(),
  bill: tillBill.optional(),
  /**
   * Whether the caller may reverse the redemption now. Owners and managers may, in full and on the same day in Nairobi.
   */
  canBeReversed: z.boolean(),
});

export type TillRedemption = z.infer<typeof tillRedemption>;

export const lookUpVoucher = endpoint({
  method: 'POST',
  path: '/api/redemptions/v1/look-up',
  audience: 'merchant',
  roles: memberRoles.everybody,
  tag: 'Till',
  summary: 'Get the balance of the voucher behind a code or its number, and whether it can be redeemed here',
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
  roles: memberRoles.everybody,
  tag: 'Till',
  isRefusedToBlocked: true,
  summary: 'Redeem all or part of a voucher; the same attempt again gets the first answer',
  body: z.object({
    code: typedCode,
    /** The whole balance if absent. */
    amount: shillings.optional(),
    /** The page makes this id for one attempt, and sends the same id with every retry until an answer arrives. */
    attemptId: uuid,
    /** Where the device is, for staff of all places; the main place if absent. Staff of one place redeem there. */
    placeId: uuid.optional(),
    /** The name of this till, chosen on the device. */
    till: tillName.optional(),
  }),
  example: { body: { code: sample.code, amount: 10, attemptId: sample.id } },
  answer: tillRedemption,
  message: 'Voucher redeemed',
  refusals: [
    'redeeming_stopped',
    ...NOT_REDEEMED,
    'place_closed',
    'must_change_password',
    'too_many_requests',
    'overloaded',
  ],
  rate: { perMinute: 120 },
});

export const reverseAtTill = endpoint({
  method: 'POST',
  isForOnePlace: true,
  path: '/api/redemptions/v1/reverse',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Till',
  summary: 'Reverse a redemption of today in full; a repeated call gets the first answer',
  body: z.object({ redemptionId: uuid }),
  example: { body: { redemptionId: sample.id } },
  answer: tillRedemption.extend({
    /** Where the value went: back to the voucher, or to the wallet that has since claimed the voucher's rest. */
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
  roles: memberRoles.everybody,
  tag: 'Till',
  summary: "List today's redemptions (Nairobi), newest first; a cashier sees only their own",
  query: z.object({
    /** The caller's own redemptions, or all of the shop's. Cashiers may request only their own. */
    of: z.enum(['me', 'everybody']).default('me'),
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({
    redemptions: z.array(tillRedemption),
    nextCursor: cursor.optional(),
    /** Number of redemptions on the whole day, without reversed ones. */
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
  operationId: 'redeemVoucher',
  keyRight: 'redeem',
  tag: 'Merchant API',
  isRefusedToBlocked: true,
  summary: 'Redeem all or part of a voucher; a bought voucher needs its full code or its number',
  params: z.object({
    id: voucherId.describe(
      'The full code of a voucher, its number of 13 digits, or the id of a voucher that was issued or redeemed here.',
    ),
  }),
  headers: idempotencyKey,
  deprecatedWithout: DEPRECATED_WITHOUT_AMOUNT,
  body: z.object({
    amount: shillingsOrAll
      .optional()
      .describe(
        'The amount to redeem, in whole shillings, or `"all"` for the whole balance. To leave it out is deprecated: it means `"all"`.',
      ),
    reference: shortText.optional().describe('Your own reference, such as the number of the till’s receipt.'),
    metadata: metadata.optional().describe('Your own metadata: at most 20 keys, 2 KB in all.'),
  }),
  example: {
    params: { id: sample.code },
    body: { amount: 10, reference: 'receipt 4711', metadata: { till: '2' } },
    answer: {
      id: sample.id,
      object: 'voucher',
      status: 'PARTIALLY_REDEEMED',
      amount: 950,
      balance: 940,
      currency: 'KES',
      expires_at: '2028-11-20T20:59:59.999Z',
      redemption: {
        id: sample.redemptionId,
        amount: 10,
        reference: 'receipt 4711',
        metadata: { till: '2' },
      },
    },
  },
  answer: voucherObject
    .extend({
      redemption: z.object({
        id: uuid.describe('The id of the redemption, which a reversal needs.'),
        amount: shillings.describe('The redeemed amount, in whole shillings.'),
        reference: z.string().optional().describe('Your own reference, as you gave it.'),
        metadata: storedMetadata.optional().describe('Your own metadata, as you gave it.'),
      }),
    })
    .meta({ id: 'RedeemedVoucher', description: 'The voucher after the redemption, and the redemption.' }),
  refusals: ['redeeming_stopped', 'voucher_code_mistyped', ...NOT_REDEEMED],
});
