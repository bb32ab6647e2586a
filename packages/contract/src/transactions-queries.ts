import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { balanceShillings, count } from './money.ts';
import { paymentQuery, queryOutcome } from './payment-queries.ts';
import { administratorRoles } from './roles.ts';
import { mpesaReceipt, timestamp, uuid } from './text.ts';
import { caseOpen, transaction, transactionStatus } from './transactions.ts';

/** M-PESA's answer about a receipt. Phone numbers are masked. */
const receiptAnswer = z.object({
  at: timestamp,
  /**
   * `received`: paid to us. `paid`: paid by us. `not_completed`: known, but not completed. `not_found`: M-PESA knows no
   * such transaction of our short code. `unclear`: the answer cannot be read, or is about another company's money.
   */
  meaning: z.enum(['received', 'paid', 'not_completed', 'not_found', 'unclear']),
  /** M-PESA's own word for the status, such as `Completed`. */
  status: z.string().optional(),
  /** KES. */
  amount: balanceShillings.optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  completedAt: timestamp.optional(),
});

const receiptFound = z.object({
  receipt: z.string(),
  queries: z.array(paymentQuery),
  answers: z.array(receiptAnswer),
  /** Payments here with this receipt. */
  payments: z.array(transaction),
  /** Cases about money with this receipt, such as money in suspense. */
  reviews: z.array(caseOpen),
});

export const queryReceipt = endpoint({
  method: 'POST',
  path: '/api/admin/v1/transactions/receipts/query',
  audience: 'admin',
  roles: administratorRoles.working,
  tag: 'Transactions',
  summary: 'Ask M-PESA about a receipt that a caller reads out; money for us is posted automatically',
  body: z.object({ receipt: mpesaReceipt }),
  example: { body: { receipt: 'UKK0000000' } },
  answer: z.object({ outcome: queryOutcome, found: receiptFound }),
  refusals: [],
  rate: { perMinute: 30 },
});

export const readReceipt = endpoint({
  method: 'GET',
  path: '/api/admin/v1/transactions/receipts/:receipt',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Transactions',
  summary: 'Get what M-PESA answered about a receipt, and what is known here',
  params: z.object({ receipt: mpesaReceipt }),
  example: { params: { receipt: 'UKK0000000' } },
  answer: receiptFound,
  refusals: [],
  rate: { perMinute: 240 },
});

export const queryTransaction = endpoint({
  method: 'POST',
  path: '/api/admin/v1/transactions/query',
  audience: 'admin',
  roles: administratorRoles.working,
  tag: 'Transactions',
  summary: 'Ask M-PESA about a payment that is pending or failed; the answer is posted automatically',
  body: z.object({ type: z.enum(['Deposit', 'Withdrawal', 'Settlement', 'Refund']), transactionId: uuid }),
  example: { body: { type: 'Deposit', transactionId: sample.id } },
  answer: z.object({ status: transactionStatus, outcome: queryOutcome }),
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});

export const queryOpenTransactions = endpoint({
  method: 'POST',
  path: '/api/admin/v1/transactions/query-open',
  audience: 'admin',
  roles: administratorRoles.working,
  tag: 'Transactions',
  summary: 'Ask M-PESA about every payment whose result has not come within ten minutes, five in a second',
  answer: z.object({ count }),
  refusals: [],
  rate: { perMinute: 6 },
});
