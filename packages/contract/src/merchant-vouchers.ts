import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { balanceShillings, count, shillings } from './money.ts';
import { memberRoles } from './roles.ts';
import { cursor, day, email, giftMessage, msisdn, shortText, timestamp, uuid } from './text.ts';
import { recipientName } from './names.ts';
import { voucherStatus } from './vouchers-status.ts';

/** A voucher that a merchant issued from its balance, as its owner and managers see it. It never contains the code. */
export const merchantVoucher = z.object({
  voucherId: uuid,
  codeLastFour: z.string(),
  recipientName: z.string(),
  /** Recipient's phone, masked; absent if none was given. */
  phone: z.string().optional(),
  /** Recipient's email address, masked; absent if none was given. */
  email: z.string().optional(),
  message: z.string(),
  /** The merchant's own reference, such as an order number. */
  reference: z.string().optional(),
  status: voucherStatus,
  isFrozen: z.boolean(),
  value: shillings,
  /** The voucher's remaining balance. */
  balance: balanceShillings,
  createdAt: timestamp,
  /** A staff member's name, or `API` for the merchant's own system. */
  createdBy: z.string(),
  expiresAt: timestamp,
  openedAt: timestamp.optional(),
  /** Whether the voucher has a balance and nothing prevents voiding it. */
  canBeVoided: z.boolean(),
  /** Whether the voucher can be spent, and has a phone number or email address. */
  canBeSent: z.boolean(),
  /** When the voucher may be resent; absent if it may be now. */
  resendAt: timestamp.optional(),
});
export type MerchantVoucher = z.infer<typeof merchantVoucher>;

/**
 * Filters of the list. `search` finds words of the recipient's name, a whole phone number, a reference or its
 * beginning, a voucher's short reference or id, or the last four symbols of a code. Days are in Nairobi and inclusive.
 */
const filters = z.object({
  search: shortText
    .refine((text) => text.length === 0 || text.length >= 3, {
      error: 'Please enter at least 3 characters',
    })
    .optional(),
  status: voucherStatus.exclude(['CLAIMED', 'REFUNDED']).optional(),
  from: day.optional(),
  to: day.optional(),
});
export type MerchantVoucherFilters = z.infer<typeof filters>;

export const merchantVouchers = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/vouchers',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Vouchers of merchants',
  summary: 'List vouchers that this merchant has issued, newest first',
  query: filters.extend({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({
    vouchers: z.array(merchantVoucher),
    nextCursor: cursor.optional(),
    /** Present on the first page only. */
    totals: z
      .object({
        /** Number of filtered vouchers; at most `MOST_COUNTED`. */
        count,
        isMore: z.boolean(),
        /** Balance of all vouchers that can still be spent, whatever the filters. */
        outstanding: balanceShillings,
        /** Number of all vouchers that can still be spent, whatever the filters. */
        open: count,
        /** The merchant's balance, from which a new voucher is issued. */
        available: balanceShillings,
      })
      .optional(),
  }),
  refusals: ['must_change_password'],
  rate: { perMinute: 240 },
});

export const merchantVouchersCsv = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/vouchers.csv',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Vouchers of merchants',
  summary: 'Download all filtered vouchers as a file: vouchers-{yyyy-MM-dd}.csv, streamed',
  query: filters,
  answer: z.unknown(),
  isExport: true,
  refusals: ['must_change_password'],
  rate: { perMinute: 20 },
});

export const makeMerchantVoucher = endpoint({
  method: 'POST',
  path: '/api/merchants/v1/vouchers/create',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Vouchers of merchants',
  isRefusedToBlocked: true,
  summary: "Issue a voucher from the merchant's balance; the same attempt again gets the first answer",
  body: z.object({
    amount: shillings,
    recipientName,
    /** Without phone and email no message is sent. The merchant then hands the code over. */
    phone: msisdn.optional(),
    email: email.optional(),
    message: giftMessage.default(''),
    /** The last day, in Nairobi, on which the voucher is valid; 24 months ahead if absent. */
    validTo: day.optional(),
    reference: shortText.optional(),
    /** The page makes this id for one attempt, and sends the same id with every retry until an answer arrives. */
    attemptId: uuid,
  }),
  example: {
    body: { amount: 10, recipientName: sample.name, validTo: '2027-06-30', attemptId: sample.id },
  },
  answer: z.object({
    voucher: merchantVoucher,
    /**
     * Formatted in four groups: XXXX-XXXX-XXXX-XXXX. Only this answer and repeated answers to the same attempt contain
     * the code.
     */
    code: z.string(),
    /** URL of the recipient's page. */
    claimUrl: z.string(),
  }),
  message: 'Voucher made',
  refusals: [
    'buying_stopped',
    'idempotency_key_reused',
    'insufficient_merchant_balance',
    'transaction_limit',
    'daily_limit',
    'expiry_moment_invalid',
    'merchant_not_active',
    'must_change_password',
    'too_many_requests',
  ],
  rate: { perMinute: 30 },
});

const ofVoucher = { body: z.object({ voucherId: uuid }), example: { body: { voucherId: sample.id } } };

export const voidMerchantVoucher = endpoint({
  method: 'POST',
  path: '/api/merchants/v1/vouchers/void',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Vouchers of merchants',
  summary: "Void one of the merchant’s own vouchers; its balance returns to the merchant's balance",
  body: ofVoucher.body.extend({ reason: shortText.optional() }),
  example: { body: { voucherId: sample.id, reason: 'Made by mistake' } },
  answer: merchantVoucher,
  message: 'Voucher voided',
  refusals: [
    'voucher_not_found',
    'voucher_used',
    'voucher_expired',
    'voucher_frozen',
    'voucher_held',
    'merchant_not_active',
    'must_change_password',
  ],
  rate: { perMinute: 30 },
});

export const resendMerchantVoucher = endpoint({
  method: 'POST',
  path: '/api/merchants/v1/vouchers/resend',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Vouchers of merchants',
  summary: 'Resend the same code and link to the recipient of one of the merchant’s own vouchers',
  ...ofVoucher,
  answer: merchantVoucher,
  message: 'Sent again',
  refusals: [
    'voucher_not_found',
    'voucher_without_address',
    'resend_too_soon',
    'resends_exhausted',
    'voucher_used',
    'voucher_expired',
    'voucher_frozen',
    'voucher_void',
    'merchant_not_active',
    'must_change_password',
  ],
  rate: { perMinute: 30 },
});
