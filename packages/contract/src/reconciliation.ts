import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { count } from './money.ts';
import { cursor, day, shortText, timestamp, uuid } from './text.ts';
import { administratorRoles } from './roles.ts';

const ofReconciliation = { audience: 'admin', tag: 'Reconciliation' } as const;

/**
 * One of the operator's accounts. At M-PESA, customers pay into `collection`; `utility` pays phones; `working` pays
 * businesses and charges. Our ledger treats the last two as one account, `mpesa:payout`. `bank` is the bank account
 * from which merchants are paid, `bank:payout`.
 */
export const statementAccount = z.enum(['collection', 'utility', 'working', 'bank']);
export type StatementAccount = z.infer<typeof statementAccount>;

/**
 * `missing_here`: the statement has the payment, our ledger lacks it. `missing_there`: our ledger has the payment, the
 * statement lacks it. `no_longer_there`: an earlier statement or list had the payment, and a later one of the same period lacks
 * it.
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
 * Totals of differences that a person must still resolve. In cents, as the trial balance is, because charges have
 * cents. Positive and negative differences are never netted: the sum would hide them.
 */
export const openDifferences = z.object({
  openItems: count,
  /** Sum of positive differences (M-PESA's amount less ours): M-PESA has more than the ledger. */
  openMoreCents: count,
  /** Sum of negative differences: M-PESA has less than the ledger. Zero or negative. */
  openLessCents: z.number().int().max(0),
});
export type OpenDifferences = z.infer<typeof openDifferences>;

export const reconciliationRun = z.object({
  runId: uuid,
  account: statementAccount,
  /** `upload`: an uploaded statement. `pull`: the list from M-PESA's API. */
  source: z.enum(['upload', 'pull']),
  fileName: z.string(),
  /** SHA-256 of the file in hexadecimal; empty for a pull. */
  fileHash: z.string(),
  from: timestamp,
  /** End of the period, exclusive. */
  to: timestamp,
  madeBy: z.string(),
  madeAt: timestamp,
  /**
   * Number of lines that count. Repeated lines and payments that M-PESA did not complete are left out, and counted
   * below.
   */
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
  /** The statement's balances, if its file has them. Absent in lists. */
  balances: z
    .object({
      openingCents: z.number().int(),
      closingCents: z.number().int(),
      /** When the closing balance was reached. */
      closesAt: timestamp,
      /**
       * The ledger's balance at this moment, with all transfers for the statement's lines. `utility` and `working` are
       * one account in the ledger, so it is absent until both have a statement that ends at this moment.
       */
      ledgerCents: z.number().int().optional(),
      /** The same at the beginning of the statement. Absent for `utility` and `working`. */
      ledgerBeforeCents: z.number().int().optional(),
      /** The statement of the other pay-out account that ends at the same moment. */
      together: z
        .object({ runId: uuid, account: statementAccount, closingCents: z.number().int() })
        .optional(),
      /** The statement of this account before this one. Its closing balance must be our opening balance. */
      before: z.object({ runId: uuid, closingCents: z.number().int(), closesAt: timestamp }).optional(),
    })
    .optional(),
  /** Open charges, and how many of them are no larger than M-PESA's tariff for their payment. Absent in lists. */
  charges: z.object({ open: count, openCents: count, expected: count, expectedCents: count }).optional(),
});
export type ReconciliationRun = z.infer<typeof reconciliationRun>;

/**
 * Headings of a bank's statement that we do not recognise, as the file has them. The amount is in one signed column, or
 * in one column each for debits and credits.
 */
export const bankColumns = z.object({
  dateColumn: shortText.optional(),
  detailsColumn: shortText.optional(),
  referenceColumn: shortText.optional(),
  amountColumn: shortText.optional(),
  debitColumn: shortText.optional(),
  creditColumn: shortText.optional(),
  balanceColumn: shortText.optional(),
});
export type BankColumns = z.infer<typeof bankColumns>;

/** 12 MB: about 100,000 lines. The proxies in `ops` accept slightly more. */
export const STATEMENT_BYTES_AT_MOST = 12 * 1024 * 1024;

/** The request's body is the file itself. The server looks at the content: a media type is what a browser guessed. */
export const uploadStatement = endpoint({
  ...ofReconciliation,
  method: 'POST',
  path: '/api/admin/v1/reconciliation/statements/:account',
  roles: administratorRoles.money,
  summary:
    'Compare a statement of M-PESA or the bank (CSV or .xlsx) with the ledger; the same file again is the same run',
  params: z.object({ account: statementAccount }),
  query: z.object({
    fileName: shortText.optional(),
    /** The statement's period, if its file does not state it. Days are in Nairobi and inclusive. */
    from: day.optional(),
    to: day.optional(),
    ...bankColumns.shape,
  }),
  upload: {
    mediaTypes: [
      'text/csv',
      'application/csv',
      'application/vnd.ms-excel',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'text/plain',
    ],
    maximumBytes: STATEMENT_BYTES_AT_MOST,
  },
  body: z.file({ error: 'Please choose a statement' }),
  example: { params: { account: 'utility' } },
  answer: reconciliationRun,
  refusals: [
    'statement_unreadable',
    'statement_columns_unknown',
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

/** Until when statements prove an account: their closing balance is the ledger's at that moment. */
const statementProof = z.object({
  /** `payout` is utility and working together. */
  account: z.enum(['collection', 'payout', 'bank']),
  provedUntil: timestamp.optional(),
  /** The statement that proves it. */
  runId: uuid.optional(),
  /** End of the newest statement, if that differs from the ledger. */
  differsAt: timestamp.optional(),
});
export type StatementProof = z.infer<typeof statementProof>;

export const readStatementProofs = endpoint({
  ...ofReconciliation,
  method: 'GET',
  path: '/api/admin/v1/reconciliation/proofs',
  roles: administratorRoles.everybody,
  summary: 'Get until when statements prove the balances of each account',
  answer: z.object({ proofs: z.array(statementProof) }),
  refusals: [],
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
