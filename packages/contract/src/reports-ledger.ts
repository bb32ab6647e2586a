import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { merchantStatus } from './merchants.ts';
import { balanceShillings, count } from './money.ts';
import { administratorRoles } from './roles.ts';
import { cursor, day, timestamp, uuid } from './text.ts';

/** Cents. Negative only for an overdrawn account that may be overdrawn. */
const cents = z.number().int();

/**
 * An account or a kind of accounts: `mpesa:collection`; `voucher`, which is every voucher's account; or
 * `merchant:{uuid}`, one account of a kind.
 */
export const ledgerAccount = z
  .string()
  .max(80)
  .regex(/^[a-z][a-z0-9-]*(:[a-z0-9-]+)*$/u, { error: 'We do not know this account' });

export const trialBalance = endpoint({
  method: 'GET',
  path: '/api/admin/v1/trial-balance',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Administration',
  summary:
    'Get balances by kind, in cents: the stored ones now, or those at the end of a past day; the difference is debit side minus credit side',
  query: z.object({ on: day.optional() }),
  example: { query: {} },
  answer: z.object({
    accounts: z.array(
      z.object({ kind: z.string(), side: z.enum(['debit', 'credit']), balance: z.number().int() }),
    ),
    difference: z.number().int(),
  }),
  refusals: [],
  rate: { perMinute: 240 },
});

const ofAccount = z.object({ account: ledgerAccount, from: day, to: day });

const statementLine = z.object({
  /** Id of the transfer; absent on a line that sums a day's transfers. */
  transferId: uuid.optional(),
  day,
  at: timestamp.optional(),
  /** The ledger's name of the event: `purchase`, `redemption`… */
  event: z.string(),
  /** The account on the other side of the transfer; if the line sums several transfers, the kind of these accounts. */
  other: z.string(),
  reference: z.string().optional(),
  /** Number of transfers in this line. */
  transfers: count,
  side: z.enum(['debit', 'credit']),
  amount: cents,
  /** Balance after this line, positive on the account's normal side. */
  balance: cents,
});
export type StatementLine = z.infer<typeof statementLine>;

export const accountStatement = endpoint({
  method: 'GET',
  path: '/api/admin/v1/reports/ledger/statement',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Reports',
  summary:
    'List the entries of one account of the ledger in a period, newest first, in cents; a kind with many members by day',
  query: ofAccount.extend({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  example: { query: { account: 'suspense', from: '2026-11-01', to: '2026-11-20' } },
  answer: z.object({
    account: z.string(),
    side: z.enum(['debit', 'credit']),
    /** True for a kind with one account per voucher, user or merchant: each line sums one event of one day. */
    isByDay: z.boolean(),
    /** Balance at the start of the first day and at the end of the last. Positive on the account's normal side. */
    opening: cents,
    closing: cents,
    debit: cents,
    credit: cents,
    lines: z.array(statementLine),
    nextCursor: cursor.optional(),
  }),
  refusals: ['not_found', 'period_reversed', 'period_invalid', 'validation_failed'],
  rate: { perMinute: 120 },
});

export const accountStatementCsv = endpoint({
  method: 'GET',
  path: '/api/admin/v1/reports/ledger/statement/csv',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Reports',
  summary:
    'Download the lines of an account as a file, oldest first, with the balance after each line: {account}-{from}-to-{to}.csv',
  query: ofAccount,
  example: { query: { account: 'suspense', from: '2026-11-01', to: '2026-11-20' } },
  answer: z.unknown(),
  isExport: true,
  refusals: ['not_found', 'period_reversed', 'period_invalid'],
  rate: { perMinute: 20 },
});

const owedToMerchant = z.object({
  merchantId: uuid,
  merchantCode: z.string(),
  businessName: z.string(),
  status: merchantStatus,
  /** Redeemed, but not in a batch yet. */
  due: balanceShillings,
  /** Amount in unpaid batches, and the part of it that M-PESA or a bank is paying now. */
  inBatches: balanceShillings,
  beingPaid: balanceShillings,
  total: balanceShillings,
});
export type OwedToMerchant = z.infer<typeof owedToMerchant>;

export const owedToMerchants = endpoint({
  method: 'GET',
  path: '/api/admin/v1/reports/ledger/owed-to-merchants',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Reports',
  summary:
    'List the amounts owed to merchants now, largest first; the report `owed` has all of them as a file',
  query: z.object({
    /** Only this merchant; not found if we owe it nothing. */
    merchantId: uuid.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  example: { query: {} },
  answer: z.object({
    merchants: z.array(owedToMerchant),
    total: owedToMerchant.pick({ due: true, inBatches: true, beingPaid: true, total: true }),
    merchantCount: count,
  }),
  refusals: [],
  rate: { perMinute: 120 },
});

export const suspenseItems = endpoint({
  method: 'GET',
  path: '/api/admin/v1/reports/ledger/suspense',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Reports',
  summary: 'List the sums in suspense by the review that each waits for, oldest first; in cents',
  example: {},
  answer: z.object({
    items: z.array(
      z.object({
        reviewId: uuid,
        at: timestamp,
        text: z.string(),
        reference: z.string().optional(),
        amount: cents,
      }),
    ),
    /** Balance of the suspense account, and the part of it that no open review explains. */
    balance: cents,
    unexplained: cents,
  }),
  refusals: [],
  rate: { perMinute: 120 },
});
