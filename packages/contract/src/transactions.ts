import { z } from 'zod';
import { messageState } from './delivery-reports.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { cursor, day, shortText, timestamp, uuid } from './text.ts';
import { bareMerchantCode } from './merchants.ts';
import { balanceShillings } from './money.ts';
import { paymentQuery } from './payment-queries.ts';
import { refundState } from './refunds-state.ts';
import { administratorRoles } from './roles.ts';
import { voucherStatus } from './vouchers-status.ts';
import { actionsOnVoucher, step, voucherFacts } from './transactions-voucher.ts';

/** All kinds of transaction. A Deposit is a purchase. */
export const transactionType = z.enum([
  'Deposit',
  'Withdrawal',
  'Redemption',
  'Claim',
  'Settlement',
  'Refund',
]);
export type TransactionType = z.infer<typeof transactionType>;

export const transactionStatus = z.enum(['Success', 'Pending', 'Failed']);
export type TransactionStatus = z.infer<typeof transactionStatus>;

export const transaction = z.object({
  transactionId: uuid,
  type: transactionType,
  date: timestamp,
  /** Present for redemptions and settlements. */
  merchant: z.string().optional(),
  /** Buyer, owner of the wallet, or recipient of the refund. */
  person: z.string().optional(),
  /** KES, gross. */
  amount: balanceShillings,
  fee: balanceShillings,
  netValue: balanceShillings,
  status: transactionStatus,
  /** Whether and why the money came back; absent if it did not. */
  refundState: refundState.optional(),
  /** KES that went back to the buyer, if only a part of the payment did or the voucher was voided. */
  refunded: balanceShillings.optional(),
  /** Receipt of M-PESA or reference of the bank, once there is one. */
  reference: z.string().optional(),
});
export type ListedTransaction = z.infer<typeof transaction>;

const shillingsAsked = z.coerce.number().int().min(0).max(100_000_000);

/** Days are in Nairobi; amounts are gross KES. Both ends of each range are inclusive. */
const filters = z.object({
  /**
   * Anything that a person on the phone might read out. These are a receipt, a phone number in any spelling, a name, an
   * email address, a bill reference, a voucher's last four symbols, a batch id, and an id or its first eight
   * characters.
   */
  search: shortText.optional(),
  type: transactionType.optional(),
  status: transactionStatus.optional(),
  /** Only transactions whose outcome M-PESA has not reported within ten minutes. */
  isUnconfirmed: z.stringbool().optional(),
  refundState: refundState.optional(),
  merchantCode: bareMerchantCode.optional(),
  from: day.optional(),
  to: day.optional(),
  minimumAmount: shillingsAsked.optional(),
  maximumAmount: shillingsAsked.optional(),
});
export type TransactionFilters = z.infer<typeof filters>;

export const listTransactions = endpoint({
  method: 'GET',
  path: '/api/admin/v1/transactions',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Transactions',
  summary: 'List all transactions, newest first',
  query: filters.extend({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({
    transactions: z.array(transaction),
    nextCursor: cursor.optional(),
    /** Number of results, counted up to `countedTo`. Null on later pages, which do not count again. */
    count: z.number().int().nullable(),
    /** Whether there are more results than were counted: show `10,000+`. */
    isMore: z.boolean(),
  }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const transactionsCsv = endpoint({
  method: 'GET',
  path: '/api/admin/v1/transactions.csv',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Transactions',
  summary: 'Download the filtered transactions as a file: transactions-{yyyy-MM-dd}.csv, streamed',
  query: filters,
  answer: z.unknown(),
  isExport: true,
  refusals: [],
  rate: { perMinute: 20 },
});

/** One attempt to move money through M-PESA. */
const providerTry = z.object({
  attemptId: uuid,
  at: timestamp,
  state: z.string(),
  /** M-PESA's result code, and its meaning. */
  resultCode: z.string().optional(),
  explanation: z.string().optional(),
  receipt: z.string().optional(),
  /** CheckoutRequestID or ConversationID, which M-PESA's support asks for. */
  providerId: z.string().optional(),
});

const ledgerEntry = z.object({
  at: timestamp,
  kind: z.string(),
  debit: z.string(),
  credit: z.string(),
  /** In cents, unlike all other amounts here. */
  amountCents: z.number().int(),
  reference: z.string().optional(),
});

const providerMessage = z.object({
  at: timestamp,
  /** Which of our callback URLs received the callback. */
  purpose: z.string(),
  /** Number of identical copies of this callback. */
  copies: z.number().int(),
  /** How we processed the callback; absent while it waits. */
  outcome: z.string().optional(),
  explanation: z.string(),
  /** The callback's body as received. */
  body: z.unknown(),
});

const notification = z.object({
  at: timestamp,
  channel: z.enum(['SMS', 'Email']),
  template: z.string(),
  state: messageState,
  tries: z.number().int(),
  /** Masked recipient. Absent once the message is sent, because the recipient is not kept. */
  to: z.string().optional(),
  /** Our own error code, or the reason as the gateway or mail server reported it. */
  error: z.string().optional(),
});

const webhookDelivery = z.object({
  at: timestamp,
  type: z.string(),
  state: z.enum(['pending', 'delivered', 'failed']),
  tries: z.number().int(),
  lastStatus: z.number().int().optional(),
});

/** A case about a payment, and whether it waits for a person. */
export const caseOpen = z.object({
  reviewId: uuid,
  kind: z.string(),
  text: z.string(),
  at: timestamp,
  isOpen: z.boolean(),
  /** KES held in suspense until the case is decided. */
  heldAmount: balanceShillings.optional(),
});

export const readTransaction = endpoint({
  method: 'GET',
  path: '/api/admin/v1/transactions/:type/:transactionId',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Transactions',
  summary: 'Get the whole history of one transaction',
  params: z.object({ type: transactionType, transactionId: uuid }),
  example: { params: { type: 'Deposit', transactionId: sample.id } },
  answer: z.object({
    transaction: transaction,
    /** The consumer whose money it is: buyer, owner of the wallet, or recipient. Absent if there is none. */
    userId: uuid.optional(),
    /** Further facts, with labels and values as shown on the screen. */
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    steps: z.array(step),
    tries: z.array(providerTry),
    entries: z.array(ledgerEntry),
    /** Our queries to M-PESA about it, oldest first. */
    queries: z.array(paymentQuery),
    messages: z.array(providerMessage),
    notifications: z.array(notification),
    webhooks: z.array(webhookDelivery),
    /** The gifts of a basket, in the buyer's order; absent for a single gift, whose voucher is `voucher`. */
    basket: z
      .array(
        z.object({
          recipientName: z.string(),
          value: balanceShillings,
          /** Its present voucher; absent until the basket is paid. */
          voucher: z.object({ voucherId: uuid, status: voucherStatus }).optional(),
        }),
      )
      .optional(),
    voucher: voucherFacts.optional(),
    reviews: z.array(caseOpen),
    /** Actions that an administrator with the right role can take now. */
    actions: actionsOnVoucher.extend({
      canQuery: z.boolean(),
      canBookReversal: z.boolean(),
      /** Outcomes with which an administrator may mark the withdrawal. */
      canMark: z.array(z.enum(['paid', 'not_paid'])),
    }),
  }),
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});
