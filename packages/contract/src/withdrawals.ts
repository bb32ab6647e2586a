import { z } from 'zod';
import { billReferenceNumber, failureReason, orderStatus, requestIdHeader } from './purchases.ts';
import { msisdn, oneTimeCode, timestamp, uuid } from './text.ts';
import { balanceShillings, shillings } from './money.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';

export const paidNumbers = endpoint({
  method: 'GET',
  path: '/api/withdrawals/v1/numbers',
  audience: 'consumer',
  tag: 'History',
  summary: 'List M-PESA numbers the signed-in consumer has withdrawn to, latest first',
  answer: z.object({
    numbers: z.array(
      z.object({
        msisdn: z.string(),
        name: z.string(),
        email: z.string(),
        /** The name that M-PESA reported for the number at the last pay-out. */
        registeredName: z.string().optional(),
        lastUsedAt: timestamp,
      }),
    ),
  }),
  refusals: [],
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
  /**
   * If M-PESA paid after the money was given back: the sum that it paid, without a fee, and the part of it that was taken
   * from the wallet.
   */
  paidLate: z
    .object({ amount: shillings, fromWallet: balanceShillings, transactionCode: z.string(), at: timestamp })
    .optional(),
  /** When M-PESA decided. Before that, when the order was sent; absent if no order was sent. */
  at: timestamp.optional(),
});

export type WithdrawalState = z.infer<typeof withdrawalState>;

export const startWithdrawal = endpoint({
  method: 'POST',
  path: '/api/mpesa/b2c',
  audience: 'consumer',
  tag: 'Payments',
  isRefusedToBlocked: true,
  summary: 'Reserve the money and pay it out by B2C',
  headers: requestIdHeader,
  body: z.object({
    userId: uuid,
    amount: shillings,
    msisdn,
    billReferenceNumber,
    otp: oneTimeCode.optional(),
  }),
  example: {
    body: {
      userId: sample.id,
      amount: 10,
      msisdn: sample.msisdn,
      billReferenceNumber: sample.bill,
      otp: sample.otp,
    },
  },
  answer: withdrawalState,
  message: 'Withdrawal initiated successfully!',
  refusals: [
    'withdrawing_stopped',
    'not_found',
    'registration_mismatch',
    'insufficient_balance',
    'below_minimum_withdrawal',
    'transaction_limit',
    'daily_limit',
    'withdrawal_waits',
    'phone_not_verified',
    'password_reset_needed',
    'otp_required',
    'otp_unavailable',
    'wallet_waits',
    'wallet_frozen',
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
  summary: 'Check Status: asks M-PESA if the result is still unknown',
  body: z.object({ requestId: uuid }),
  example: { body: { requestId: sample.id } },
  answer: withdrawalState,
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});
