import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { capitalisedRecipient } from './names.ts';
import { day, email, mpesaReceipt, msisdn, uuid } from './text.ts';
import { administratorRoles } from './roles.ts';
import { adminReason, actionOutcome } from './approvals.ts';
import { plainSymbols } from './pasted.ts';

const states = ['voucher_used', 'voucher_claimed', 'voucher_void', 'voucher_expired'] as const;
const notGivenBack = [...states, 'voucher_held'] as const;

export const adminResendVoucher = endpoint({
  method: 'POST',
  path: '/api/admin/v1/voucher-actions/resend',
  audience: 'admin',
  roles: administratorRoles.working,
  tag: 'Transactions',
  summary: 'Resend the same code and link to the recipient of a voucher',
  body: z.object({ voucherId: uuid }),
  example: { body: { voucherId: sample.id } },
  answer: z.object({}),
  message: 'Sent',
  refusals: [
    'voucher_not_found',
    'voucher_not_yet_delivered',
    'voucher_frozen',
    'resend_too_soon',
    ...states,
  ],
  rate: { perMinute: 30 },
});

export const freezeVoucher = endpoint({
  method: 'POST',
  path: '/api/admin/v1/voucher-actions/freeze',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.working,
  tag: 'Transactions',
  summary:
    'Freeze a voucher at once: it cannot be redeemed until it is unfrozen, and does not expire in the meantime',
  body: z.object({ voucherId: uuid, reason: adminReason }),
  example: { body: { voucherId: sample.id, reason: sample.reason } },
  answer: z.object({}),
  message: 'Frozen',
  refusals: ['voucher_not_found', ...states],
  rate: { perMinute: 30 },
});

export const unfreezeVoucher = endpoint({
  method: 'POST',
  path: '/api/admin/v1/voucher-actions/unfreeze',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.working,
  tag: 'Transactions',
  summary:
    'Unfreeze a voucher that support has frozen; its validity is extended by the days that it was frozen',
  body: z.object({ voucherId: uuid, reason: adminReason }),
  example: { body: { voucherId: sample.id, reason: sample.reason } },
  answer: z.object({}),
  message: 'Unfrozen',
  refusals: ['voucher_not_found'],
  rate: { perMinute: 30 },
});

export const releaseHoldBySupport = endpoint({
  method: 'POST',
  path: '/api/admin/v1/voucher-actions/release-hold',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.working,
  tag: 'Transactions',
  summary: "Release a shop's hold on a voucher; the shop is notified by its webhook",
  body: z.object({ holdId: uuid, reason: adminReason }),
  example: { body: { holdId: sample.id, reason: sample.reason } },
  answer: z.object({}),
  message: 'Released',
  refusals: ['hold_not_found', 'hold_not_open'],
  rate: { perMinute: 30 },
});

export const refundVoucher = endpoint({
  method: 'POST',
  path: '/api/admin/v1/voucher-actions/refund',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.working,
  tag: 'Transactions',
  summary:
    'Refund a bought voucher: the whole payment by M-PESA if nothing is spent, else the rest to the buyer’s wallet',
  body: z.object({ voucherId: uuid, reason: adminReason }),
  example: { body: { voucherId: sample.id, reason: sample.reason } },
  answer: actionOutcome,
  refusals: [
    'voucher_not_found',
    'voucher_not_bought',
    'buyer_gone',
    'approval_open',
    'approval_outdated',
    ...notGivenBack,
  ],
  rate: { perMinute: 30 },
});

/** The recipient of the voucher that replaces a gift. */
export const newRecipient = z.object({
  fullName: capitalisedRecipient,
  phone: msisdn,
  email: email.optional(),
});

export const voidVoucher = endpoint({
  method: 'POST',
  path: '/api/admin/v1/voucher-actions/void',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.working,
  tag: 'Transactions',
  summary:
    'Void a voucher; its value goes to a new voucher, back to the buyer, or back to the shop that issued it',
  body: z.object({
    voucherId: uuid,
    /**
     * For a bought voucher: `replacement` issues a new voucher with a new code and link, `refund` refunds the buyer.
     * For a shop's own voucher: `merchant`.
     */
    valueGoesTo: z.enum(['replacement', 'refund', 'merchant']),
    /** The corrected recipient of a replacement. Such a correction always needs two administrators. */
    recipient: newRecipient.optional(),
    reason: adminReason,
  }),
  example: { body: { voucherId: sample.id, valueGoesTo: 'replacement', reason: sample.reason } },
  answer: actionOutcome,
  refusals: [
    'voucher_not_found',
    'voucher_not_bought',
    'voucher_bought',
    'buyer_gone',
    'approval_open',
    'approval_outdated',
    ...notGivenBack,
  ],
  rate: { perMinute: 30 },
});

export const extendVoucher = endpoint({
  method: 'POST',
  path: '/api/admin/v1/voucher-actions/extend',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.working,
  tag: 'Transactions',
  summary: 'Extend a voucher; one that has expired gets its balance back',
  body: z.object({
    voucherId: uuid,
    /** The voucher's new last day, in Nairobi. */
    validTo: day,
    reason: adminReason,
  }),
  example: { body: { voucherId: sample.id, validTo: '2027-06-30', reason: sample.reason } },
  answer: actionOutcome,
  refusals: [
    'voucher_not_found',
    'voucher_used',
    'voucher_claimed',
    'voucher_void',
    'expiry_moment_invalid',
    'expiry_not_later',
    'insufficient_merchant_balance',
    'approval_open',
    'approval_outdated',
  ],
  rate: { perMinute: 30 },
});

export const bookReversal = endpoint({
  method: 'POST',
  path: '/api/admin/v1/voucher-actions/reversed-payment',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.money,
  tag: 'Transactions',
  summary: "Book M-PESA's reversal of a payment: the voucher's balance pays for it, the rest is our loss",
  body: z.object({
    /** Id of the purchase. */
    transactionId: uuid,
    /** M-PESA's receipt of its reversal. */
    receipt: mpesaReceipt,
    reason: adminReason,
  }),
  example: { body: { transactionId: sample.id, receipt: 'UKK0000000', reason: sample.reason } },
  answer: actionOutcome,
  refusals: [
    'not_found',
    'purchase_not_paid',
    'payment_given_back',
    'receipt_known',
    'approval_open',
    'approval_outdated',
  ],
  rate: { perMinute: 30 },
});

export const heldMoneyGoesTo = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('purchase'),
    billReference: z
      .string()
      .overwrite(plainSymbols)
      .toUpperCase()
      .regex(/^[A-Z0-9]{1,12}$/u, { error: 'Please enter a bill reference' }),
  }),
  z.object({ kind: z.literal('wallet'), userId: uuid }),
  /** Returns the money by M-PESA to the phone that paid. */
  z.object({ kind: z.literal('payer') }),
]);

export const resolveHeldMoney = endpoint({
  method: 'POST',
  path: '/api/admin/v1/voucher-actions/held-money',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.money,
  tag: 'Transactions',
  summary: 'Assign unmatched money to its owner: a purchase, a consumer, or back to the payer',
  body: z.object({
    reviewId: uuid,
    goesTo: heldMoneyGoesTo,
    reason: adminReason,
  }),
  example: {
    body: { reviewId: sample.id, goesTo: { kind: 'wallet', userId: sample.id }, reason: sample.reason },
  },
  answer: actionOutcome,
  refusals: [
    'not_found',
    'review_resolved',
    'no_money_held',
    'receipt_missing',
    'purchase_not_payable',
    'buyer_gone',
    'approval_open',
    'approval_outdated',
  ],
  rate: { perMinute: 30 },
});
