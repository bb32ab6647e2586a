import { z } from 'zod';
import { msisdn, timestamp, uuid } from './text.ts';
import { balanceShillings, shillings } from './money.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { voucherStatus } from './vouchers-status.ts';

export const orderStatus = z.enum(['REGISTERED', 'PENDING', 'COMPLETED', 'CANCELED']);

export type OrderStatus = z.infer<typeof orderStatus>;

export const failureReason = z.enum([
  'cancelled_by_user',
  'insufficient_funds',
  'wrong_pin',
  'expired',
  'unreachable',
  'limit_exceeded',
  'recipient_not_on_mpesa',
  'recipient_limit',
  'provider_error',
]);

export type FailureReason = z.infer<typeof failureReason>;

/** The card design of a gift. */
export const cloth = z.enum(['plain', 'asante', 'birthday', 'eid', 'christmas', 'graduation']);

export type Cloth = z.infer<typeof cloth>;

/** Delivery time of a gift: a full hour, in the future and at most a year ahead. */
export const deliveryMoment = timestamp.refine((moment) => Date.parse(moment) % 3_600_000 === 0, {
  error: 'Please choose a full hour',
});

/** The message that the screen sends if the buyer wrote none, as the specification requires. */
export const NO_GIFT_MESSAGE = 'Payment for Gift';

export const billReferenceNumber = z.string().min(1).max(12);

export const requestIdHeader = z.object({ 'x-requestid': uuid });

/** Present once the voucher is issued. It has the claim token only if the gift is for the buyer. */
const boughtVoucher = z
  .object({
    id: uuid,
    status: voucherStatus,
    lastFour: z.string(),
    expiresAt: timestamp,
    claimToken: z.string().optional(),
  })
  .optional();

/** A gift of a purchase: its recipient, and its share of the payment. */
const purchasedGift = z.object({
  amount: shillings,
  fee: balanceShillings,
  value: balanceShillings,
  recipientName: z.string(),
  recipientMsisdn: z.string(),
  /** Empty if the recipient has no email address. */
  recipientEmail: z.string(),
  /** The buyer's email address, which gets a copy of the receipt if the recipient has no address. */
  copyEmail: z.string().optional(),
  message: z.string(),
  cloth,
  /** When the gift will be delivered; absent if at once. */
  deliverAt: timestamp.optional(),
  voucher: boughtVoucher,
});

export type PurchasedGift = z.infer<typeof purchasedGift>;

/** The state of a purchase, for the screen that follows it. The fields of a gift describe the first gift of a basket. */
export const purchaseState = purchasedGift.extend({
  requestId: uuid,
  orderStatus,
  failureReason: failureReason.optional(),
  /** Of the whole purchase, as are `fee` and `value`. */
  amount: shillings,
  partyA: z.string(),
  billReferenceNumber,
  /** Pay bill to which the buyer may pay by hand, with the bill reference as account number. */
  shortCode: z.string(),
  mpesaReceipt: z.string().optional(),
  /** Covered number that paid by hand, such as `07•• ••• 103`, once M-PESA has reported it. */
  paidFrom: z.string().optional(),
  /** Present if the buyer's wallet paid. */
  paidBy: z.literal('wallet').optional(),
  completedAt: timestamp.optional(),
  /**
   * `checking`: a payment at the pay bill was reported, and we ask M-PESA about it. `overdue`: this takes longer than
   * half an hour, and another payment is allowed.
   */
  paymentCheck: z.enum(['checking', 'overdue']).optional(),
  /**
   * The current prompt on the payer's phone: when it was sent, and when M-PESA drops it. `isUnanswered`: M-PESA did not
   * answer our request, so the prompt may never appear.
   */
  prompt: z
    .object({ sentAt: timestamp, expiresAt: timestamp, isUnanswered: z.literal(true).optional() })
    .optional(),
  /** When another prompt may be requested; absent if it may be now. */
  retryAt: timestamp.optional(),
  /** The gifts of a basket, in the buyer's order; absent for a single gift. */
  gifts: z.array(purchasedGift).optional(),
});

export type PurchaseState = z.infer<typeof purchaseState>;

export const startPurchase = endpoint({
  method: 'POST',
  path: '/api/mpesa/purchase',
  audience: 'consumer',
  tag: 'Payments',
  isRefusedToBlocked: true,
  summary: 'Send an M-PESA prompt for a registered or canceled purchase',
  headers: requestIdHeader,
  body: z.object({ transactionId: uuid, amount: shillings, partyA: msisdn, billReferenceNumber }),
  example: {
    body: { transactionId: sample.id, amount: 10, partyA: sample.msisdn, billReferenceNumber: sample.bill },
  },
  answer: purchaseState,
  message: 'Payment initiated successfully! Please check your phone.',
  refusals: [
    'buying_stopped',
    'not_found',
    'registration_mismatch',
    'already_paid',
    'phone_not_verified',
    'prompt_open',
    'prompt_repeated',
    'prompts_exhausted',
    'transaction_limit',
    'daily_limit',
    'payment_rejected',
    'provider_unavailable',
    'account_frozen',
  ],
  rate: { perMinute: 20 },
});

export const confirmPayment = endpoint({
  method: 'POST',
  path: '/api/mpesa/confirm-payment',
  audience: 'consumer',
  tag: 'Payments',
  summary: 'Fetch Payment: asks M-PESA if the result is unknown; 200 only when completed',
  headers: requestIdHeader,
  body: z.object({ billReferenceNumber }),
  example: { body: { billReferenceNumber: sample.bill } },
  answer: z.object({
    requestId: uuid,
    amount: shillings,
    partyA: z.string(),
    billReferenceNumber,
    shortCode: z.string(),
    orderStatus: z.literal('COMPLETED'),
    mpesaReceipt: z.string().optional(),
  }),
  message: 'Payment fetched successfully!',
  refusals: ['not_found', 'registration_mismatch', 'payment_pending', 'payment_canceled'],
  rate: { perMinute: 60 },
});

export const purchaseDetails = endpoint({
  method: 'GET',
  path: '/api/purchases/v1/:requestId',
  audience: 'consumer',
  tag: 'Payments',
  summary: 'Get the state of a purchase, from our own books',
  params: z.object({ requestId: uuid }),
  example: { params: { requestId: sample.id } },
  answer: purchaseState,
  refusals: ['not_found'],
});

export const recipients = endpoint({
  method: 'GET',
  path: '/api/purchases/v1/recipients',
  audience: 'consumer',
  tag: 'History',
  summary: 'List people the signed-in consumer has given to, latest first',
  answer: z.object({
    recipients: z.array(
      z.object({ fullName: z.string(), msisdn: z.string(), email: z.string(), lastUsedAt: timestamp }),
    ),
  }),
  refusals: [],
});
