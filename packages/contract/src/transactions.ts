import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { cursor, day, shortText, timestamp, uuid } from './text.ts';
import { bareMerchantCode } from './merchants.ts';
import { balanceShillings } from './money.ts';
import { refundState } from './refunds-state.ts';
import { administratorRoles } from './roles.ts';
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
  /** Buyer, owner of the wallet, or the recipient of the refund. */
  person: z.string().optional(),
  /** KES, gross. */
  amount: balanceShillings,
  fee: balanceShillings,
  netValue: balanceShillings,
  status: transactionStatus,
  /** Whether, and why, it came back; absent if it did not. */
  refundState: refundState.optional(),
  /** KES that went back to the buyer, if only a part did or the voucher was voided. */
  refunded: balanceShillings.optional(),
  /** The receipt of M-PESA's or the bank's reference, once there is one. */
  reference: z.string().optional(),
});
export type ListedTransaction = z.infer<typeof transaction>;

const shillingsAsked = z.coerce.number().int().min(0).max(100_000_000);

/** Nairobi days, both inclusive; amounts are gross KES, both inclusive. */
const filters = z.object({
  /**
   * Anything a caller might read out: a receipt, a phone number in any spelling, a name, an email address, a bill
   * reference, a voucher's last four symbols, a batch id, an id or its first eight characters.
   */
  search: shortText.optional(),
  type: transactionType.optional(),
  status: transactionStatus.optional(),
  /** Only transactions whose outcome M-PESA has not reported for ten minutes. */
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
    /** Number of results, exact up to `countedTo`; null on later pages, which do not count again. */
    count: z.number().int().nullable(),
    /** Whether there are more than were counted: show `10,000+`. */
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
  summary: 'Download the same as a file: transactions-{yyyy-MM-dd}.csv, streamed',
  query: filters,
  answer: z.unknown(),
  isExport: true,
  refusals: [],
  rate: { perMinute: 20 },
});

/** One attempt to move money at the provider. */
const providerTry = z.object({
  attemptId: uuid,
  at: timestamp,
  state: z.string(),
  /** M-PESA's code, and its meaning. */
  resultCode: z.string().optional(),
  explanation: z.string().optional(),
  receipt: z.string().optional(),
  /** CheckoutRequestID or ConversationID: M-PESA's support asks for it. */
  providerId: z.string().optional(),
});

const ledgerEntry = z.object({
  at: timestamp,
  kind: z.string(),
  debit: z.string(),
  credit: z.string(),
  /** The only amount here in cents. */
  amountCents: z.number().int(),
  reference: z.string().optional(),
});

const providerMessage = z.object({
  at: timestamp,
  /** Which of our URLs received it. */
  purpose: z.string(),
  /** Number of identical copies. */
  copies: z.number().int(),
  /** How we processed it; absent while it waits. */
  outcome: z.string().optional(),
  explanation: z.string(),
  /** The body as received. */
  body: z.unknown(),
});

const notification = z.object({
  at: timestamp,
  channel: z.enum(['SMS', 'Email']),
  template: z.string(),
  state: z.enum(['waiting', 'sent', 'failed', 'unclear']),
  tries: z.number().int(),
  /** Masked; absent once it is sent, because it is not kept. */
  to: z.string().optional(),
  error: z.string().optional(),
});

const webhookDelivery = z.object({
  at: timestamp,
  type: z.string(),
  state: z.enum(['pending', 'delivered', 'failed']),
  tries: z.number().int(),
  lastStatus: z.number().int().optional(),
});

const caseOpen = z.object({
  reviewId: uuid,
  kind: z.string(),
  text: z.string(),
  at: timestamp,
  isOpen: z.boolean(),
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
    /** Further facts, as they are shown. */
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    steps: z.array(step),
    tries: z.array(providerTry),
    entries: z.array(ledgerEntry),
    messages: z.array(providerMessage),
    notifications: z.array(notification),
    webhooks: z.array(webhookDelivery),
    voucher: voucherFacts.optional(),
    reviews: z.array(caseOpen),
    /** Actions that an administrator of a suitable role can take now. */
    actions: actionsOnVoucher.extend({
      canQuery: z.boolean(),
      canBookReversal: z.boolean(),
      /** How administrators may mark a withdrawal. */
      canMark: z.array(z.enum(['paid', 'not_paid'])),
    }),
  }),
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});

export const queryTransaction = endpoint({
  method: 'POST',
  path: '/api/admin/v1/transactions/query',
  audience: 'admin',
  roles: administratorRoles.working,
  tag: 'Transactions',
  summary: 'Ask M-PESA about a payment whose result has not come; the answer is posted automatically',
  body: z.object({ type: z.enum(['Deposit', 'Withdrawal', 'Settlement', 'Refund']), transactionId: uuid }),
  example: { body: { type: 'Deposit', transactionId: sample.id } },
  answer: z.object({ status: transactionStatus }),
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});
