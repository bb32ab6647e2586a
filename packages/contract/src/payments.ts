import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { activity, monthlyFigures, trends } from './history.ts';
import { balanceShillings, shillings } from './money.ts';
import { email, giftMessage, msisdn, oneTimeCode, personName, shortText, timestamp, uuid } from './text.ts';

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

/** The cloth a gift is printed on. */
export const cloth = z.enum(['plain', 'asante', 'birthday', 'eid', 'christmas', 'graduation']);
export type Cloth = z.infer<typeof cloth>;

/** What the screen sends as message when the buyer wrote none, as the specification has it. */
export const NO_GIFT_MESSAGE = 'Payment for Gift';

const billReferenceNumber = z.string().min(1).max(12);
const requestIdHeader = z.object({ 'x-requestid': uuid });

export const dashboardStats = endpoint({
  method: 'POST',
  path: '/api/mpesa/user/dashboard-stats',
  audience: 'consumer',
  tag: 'Payments',
  summary: 'Figures and the latest activities of the signed-in consumer',
  body: z.object({ userId: uuid }),
  answer: z.object({
    walletBalance: balanceShillings,
    /** The most that can be withdrawn now: the balance, or what today's limits leave. */
    withdrawableMaximum: balanceShillings,
    totalDeposit: balanceShillings,
    totalVouchersBought: z.number().int(),
    totalVouchersRedeemed: z.number().int(),
    recentActivities: z.array(activity),
    trends,
    /** Six months, the present one last. */
    monthly: z.array(monthlyFigures),
  }),
  refusals: ['not_found'],
});

const registration = z.object({
  userId: uuid,
  amount: shillings,
  recipientMsisdn: msisdn,
  partyA: msisdn,
  recipientEmail: email,
  fullName: personName,
  paymentMethod: z.literal('mpesa'),
});

/** When a gift is to arrive: the beginning of an hour, later than now and at most a year ahead. */
const deliveryMoment = timestamp.refine((moment) => Date.parse(moment) % 3_600_000 === 0, {
  error: 'Please choose a full hour',
});

export const registerTransaction = endpoint({
  method: 'POST',
  path: '/api/mpesa/register-transaction',
  audience: 'consumer',
  tag: 'Payments',
  summary: 'Store a purchase or a withdrawal before any money moves',
  body: z.discriminatedUnion('transactionType', [
    registration.extend({
      transactionType: z.literal('purchase'),
      transactionDesc: giftMessage.default(NO_GIFT_MESSAGE),
      cloth: cloth.default('plain'),
      deliverAt: deliveryMoment.optional(),
    }),
    registration.extend({
      transactionType: z.literal('withdraw'),
      transactionDesc: shortText.default('Withdraw'),
    }),
  ]),
  answer: z.object({
    requestId: uuid,
    amount: shillings,
    partyA: z.string(),
    billReferenceNumber,
    shortCode: z.string().optional(),
    transactionCode: z.string().optional(),
  }),
  message: 'Transaction registered successfully!',
  refusals: [
    'not_found',
    'transaction_limit',
    'below_minimum_purchase',
    'daily_limit',
    'insufficient_balance',
    'below_minimum_withdrawal',
    'delivery_moment_invalid',
    'phone_not_verified',
    'password_reset_needed',
    'account_frozen',
  ],
  rate: { perMinute: 60 },
});

/** What the screen needs to follow a purchase by itself. */
export const purchaseState = z.object({
  requestId: uuid,
  orderStatus,
  failureReason: failureReason.optional(),
  amount: shillings,
  fee: balanceShillings,
  value: balanceShillings,
  partyA: z.string(),
  billReferenceNumber,
  recipientName: z.string(),
  mpesaReceipt: z.string().optional(),
  completedAt: timestamp.optional(),
  /** When the gift is to arrive, if that was not to be at once. */
  deliverAt: timestamp.optional(),
  /** The prompt now on the phone: when it was sent and when M-PESA drops it. */
  prompt: z.object({ sentAt: timestamp, expiresAt: timestamp }).optional(),
  /** When another prompt may be asked for, if that is later than now. */
  retryAt: timestamp.optional(),
  /** Present once the voucher is issued; the claim token only when the gift is for the buyer. */
  voucher: z
    .object({ id: uuid, lastFour: z.string(), expiresAt: timestamp, claimToken: z.string().optional() })
    .optional(),
});
export type PurchaseState = z.infer<typeof purchaseState>;

export const startPurchase = endpoint({
  method: 'POST',
  path: '/api/mpesa/purchase',
  audience: 'consumer',
  tag: 'Payments',
  summary: 'Send an M-PESA prompt for a registered or canceled purchase',
  headers: requestIdHeader,
  body: z.object({ transactionId: uuid, amount: shillings, partyA: msisdn, billReferenceNumber }),
  answer: purchaseState,
  message: 'Payment initiated successfully! Please check your phone.',
  refusals: [
    'not_found',
    'registration_mismatch',
    'already_paid',
    'phone_not_verified',
    'prompt_open',
    'prompt_repeated',
    'prompts_exhausted',
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
  summary: 'Fetch Payment: asks M-PESA when the result is unknown; 200 only when completed',
  headers: requestIdHeader,
  body: z.object({ billReferenceNumber }),
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
  path: '/api/mpesa/purchases/:requestId',
  audience: 'consumer',
  tag: 'Payments',
  summary: 'Where a purchase stands, from our own books',
  params: z.object({ requestId: uuid }),
  answer: purchaseState,
  refusals: ['not_found'],
});

export const withdrawalState = z.object({
  requestId: uuid,
  orderStatus,
  failureReason: failureReason.optional(),
  transactionCode: z.string().optional(),
  amount: shillings,
  fee: balanceShillings,
  paidOut: balanceShillings,
  msisdn: z.string(),
  walletBalance: balanceShillings,
});
export type WithdrawalState = z.infer<typeof withdrawalState>;

export const startWithdrawal = endpoint({
  method: 'POST',
  path: '/api/mpesa/b2c',
  audience: 'consumer',
  tag: 'Payments',
  summary: 'Reserve the money and pay it out by B2C',
  headers: requestIdHeader,
  body: z.object({
    userId: uuid,
    amount: shillings,
    msisdn,
    billReferenceNumber,
    otp: oneTimeCode.optional(),
  }),
  answer: withdrawalState,
  message: 'Withdrawal initiated successfully!',
  refusals: [
    'not_found',
    'registration_mismatch',
    'insufficient_balance',
    'below_minimum_withdrawal',
    'transaction_limit',
    'daily_limit',
    'phone_not_verified',
    'password_reset_needed',
    'otp_required',
    'otp_unavailable',
    'verification_code_invalid',
    'withdrawal_canceled',
    'withdrawals_paused',
    'account_frozen',
  ],
  rate: { perMinute: 20 },
});

export const withdrawalStatus = endpoint({
  method: 'POST',
  path: '/api/mpesa/withdrawal-status',
  audience: 'consumer',
  tag: 'Payments',
  summary: 'Check Status: asks M-PESA when the result is still unknown',
  body: z.object({ requestId: uuid }),
  answer: withdrawalState,
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});
