import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { count } from './money.ts';
import { cursor, day, shortText, timestamp, uuid } from './text.ts';
import { administratorRoles } from './roles.ts';

const ofReconciliation = { audience: 'admin', tag: 'Reconciliation' } as const;

/**
 * An account of the operator's at M-PESA. Customers pay into `collection`, `utility` pays phones, `working` pays
 * businesses and charges. Our ledger keeps the last two as one, `mpesa:payout`.
 */
export const statementAccount = z.enum(['collection', 'utility', 'working']);
export type StatementAccount = z.infer<typeof statementAccount>;

/**
 * `missing_here`: M-PESA has it, the ledger has not. `missing_there`: the other way round. `no_longer_there`: an
 * earlier statement or list had it, and a later one of the same period has not.
 */
export const reconciliationState = z.enum([
  'matched',
  'missing_here',
  'missing_there',
  'amount_differs',
  'no_longer_there',
]);
export type ReconciliationState = z.infer<typeof reconciliationState>;

/**
 * Totals that still need a person. In cents, as in the trial balance, because charges have cents. M-PESA's and the
 * ledger's differences are never netted, because that would hide them.
 */
export const openDifferences = z.object({
  openItems: count,
  /** Where M-PESA has more than the ledger, or the ledger paid more: the sum of positive theirs − ours. */
  openMoreCents: count,
  /** Where M-PESA has less than the ledger: zero or negative. */
  openLessCents: z.number().int().max(0),
});
export type OpenDifferences = z.infer<typeof openDifferences>;

export const reconciliationRun = z.object({
  runId: uuid,
  account: statementAccount,
  /** An uploaded statement, or the list from M-PESA's API. */
  source: z.enum(['upload', 'pull']),
  fileName: z.string(),
  /** SHA-256 of the file in hexadecimal; empty for a pull. */
  fileHash: z.string(),
  from: timestamp,
  /** Exclusive. */
  to: timestamp,
  madeBy: z.string(),
  madeAt: timestamp,
  /** Lines that count. Repeated lines and payments that M-PESA did not complete are omitted, and counted here. */
  lines: count,
  repeatedLines: count,
  uncompletedLines: count,
  paidInCents: count,
  withdrawnCents: count,
  items: z.object({
    matched: count,
    missing_here: count,
    missing_there: count,
    amount_differs: count,
    no_longer_there: count,
  }),
  ...openDifferences.shape,
});
export type ReconciliationRun = z.infer<typeof reconciliationRun>;

/** 12 MB: some 100,000 lines. The proxies of ops let a little more pass. */
export const STATEMENT_BYTES_AT_MOST = 12 * 1024 * 1024;

/** The body is the CSV itself. */
export const uploadStatement = endpoint({
  ...ofReconciliation,
  method: 'POST',
  path: '/api/admin/v1/reconciliation/statements/:account',
  roles: administratorRoles.money,
  summary:
    'Compare an M-PESA organisation statement (CSV) with the ledger; the same file again is the same run',
  params: z.object({ account: statementAccount }),
  query: z.object({
    fileName: shortText.optional(),
    /** The period of the statement in Nairobi days, both inclusive, if the file itself does not state it. */
    from: day.optional(),
    to: day.optional(),
  }),
  upload: {
    mediaTypes: ['text/csv', 'application/csv', 'application/vnd.ms-excel', 'text/plain'],
    maximumBytes: STATEMENT_BYTES_AT_MOST,
  },
  body: z.file({ error: 'Please choose a statement' }),
  example: { params: { account: 'utility' } },
  answer: reconciliationRun,
  refusals: [
    'statement_unreadable',
    'statement_of_another_account',
    'statement_of_another_period',
    'body_too_large',
    'unsupported_media_type',
  ],
  rate: { perMinute: 20 },
});

export const pullStatement = endpoint({
  ...ofReconciliation,
  method: 'POST',
  path: '/api/admin/v1/reconciliation/pull',
  roles: administratorRoles.money,
  summary:
    "Compare customers' payments, as M-PESA’s API lists them, with the ledger; it reaches 48 hours back",
  body: z.object({ hours: z.number().int().min(1).max(48).default(48) }),
  example: { body: { hours: 48 } },
  answer: reconciliationRun,
  refusals: ['provider_unavailable', 'pull_refused'],
  rate: { perMinute: 10 },
});

const pageQuery = { cursor: cursor.optional(), limit: z.coerce.number().int().min(1).max(100).default(50) };

export const listReconciliationRuns = endpoint({
  ...ofReconciliation,
  method: 'GET',
  path: '/api/admin/v1/reconciliation/runs',
  roles: administratorRoles.everybody,
  summary: 'List compared statements, newest first',
  query: z.object({ account: statementAccount.optional(), ...pageQuery }),
  answer: z.object({ runs: z.array(reconciliationRun), nextCursor: cursor.optional() }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const readReconciliationRun = endpoint({
  ...ofReconciliation,
  method: 'GET',
  path: '/api/admin/v1/reconciliation/runs/:runId',
  roles: administratorRoles.everybody,
  summary: 'Get one comparison with its figures',
  params: z.object({ runId: uuid }),
  example: { params: { runId: sample.id } },
  answer: reconciliationRun,
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});

export const recheckReconciliation = endpoint({
  ...ofReconciliation,
  method: 'POST',
  path: '/api/admin/v1/reconciliation/recheck',
  roles: administratorRoles.money,
  summary: 'Compare the open items of one run with the ledger as it is now',
  body: z.object({ runId: uuid }),
  example: { body: { runId: sample.id } },
  answer: reconciliationRun,
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});
