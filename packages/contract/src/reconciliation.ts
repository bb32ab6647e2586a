import { z } from 'zod';
import { adminReason, deedOutcome } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { cursor } from './history.ts';
import { staff } from './staff-roles.ts';
import { shortText, timestamp, uuid } from './text.ts';

const ofReconciliation = { audience: 'admin', tag: 'Reconciliation' } as const;

/**
 * An account of the operator's at M-PESA: `collection` is what customers pay into, `utility` what phones are paid from,
 * `working` what businesses and charges are paid from. Our ledger keeps the last two as one, `mpesa:payout`.
 */
export const statementAccount = z.enum(['collection', 'utility', 'working']);
export type StatementAccount = z.infer<typeof statementAccount>;

/** `missing_here`: M-PESA has it, the ledger has not. `missing_there`: the other way round. */
export const reconciliationState = z.enum(['matched', 'missing_here', 'missing_there', 'amount_differs']);
export type ReconciliationState = z.infer<typeof reconciliationState>;

/**
 * `open` is for a person; `waiting` waits for a second administrator. The others are done: `agrees` needed nothing or was
 * found since, `booked` was corrected by a transfer, `explained` was left as it is, with a reason.
 */
export const reconciliationStatus = z.enum(['open', 'waiting', 'agrees', 'booked', 'explained']);
export type ReconciliationStatus = z.infer<typeof reconciliationStatus>;

/** A payment itself, or what M-PESA charges for it, which stands under the same receipt. */
export const reconciliationKind = z.enum(['payment', 'charge']);

/** Charges come in cents, so differences are in cents, as in the trial balance. Money coming in is positive. */
const signedCents = z.number().int();

export const reconciliationItem = z.object({
  itemId: uuid,
  runId: uuid,
  account: statementAccount,
  kind: reconciliationKind,
  state: reconciliationState,
  status: reconciliationStatus,
  /** M-PESA's receipt. Of what is missing there: the reference in our ledger, if it has one. */
  receipt: z.string(),
  /** Completion at M-PESA, or of what is missing there the moment we posted it. */
  at: timestamp,
  /** M-PESA's own words, or the kind of our posting. */
  details: z.string(),
  /** The account number that a payer gave, where the statement names it. */
  accountNumber: z.string(),
  /** What the statement says; 0 when it is missing there. */
  theirsCents: signedCents,
  /** What our ledger says; 0 when it is missing here. */
  oursCents: signedCents,
  /** theirs − ours: what a correction would post. */
  differenceCents: signedCents,
  /** Which line of the file, counted from 1; absent for what is missing there or was pulled. */
  line: z.number().int().optional(),
  /** When M-PESA was last asked about it. */
  queriedAt: timestamp.optional(),
  /** How it was closed, by whom, why. */
  resolution: z.string().optional(),
  closedBy: z.string().optional(),
  closedAt: timestamp.optional(),
  reason: z.string().optional(),
  /** The request that waits, while it is `waiting`. */
  approvalId: uuid.optional(),
});
export type ReconciliationItem = z.infer<typeof reconciliationItem>;

const count = z.number().int().nonnegative();

export const reconciliationRun = z.object({
  runId: uuid,
  account: statementAccount,
  /** An uploaded statement, or the list that M-PESA gives by API. */
  source: z.enum(['upload', 'pull']),
  fileName: z.string(),
  /** SHA-256 of the file in hexadecimal; empty for a pull. */
  fileHash: z.string(),
  from: timestamp,
  /** Exclusive. */
  to: timestamp,
  madeBy: z.string(),
  madeAt: timestamp,
  /** Lines that count; repeated ones and payments that M-PESA did not complete are left out, and counted here. */
  lines: count,
  repeatedLines: count,
  uncompletedLines: count,
  paidInCents: count,
  withdrawnCents: count,
  items: z.object({ matched: count, missing_here: count, missing_there: count, amount_differs: count }),
  /** Items that still wait for a person. */
  openItems: count,
  /** theirs − ours over all open items. */
  openCents: signedCents,
});
export type ReconciliationRun = z.infer<typeof reconciliationRun>;

const day = z.iso.date({ error: 'Please choose a day' });

/** 5 MB: some 30,000 lines. */
export const STATEMENT_BYTES_AT_MOST = 5 * 1024 * 1024;

/** The CSV itself is the body. */
export const uploadStatement = endpoint({
  ...ofReconciliation,
  method: 'POST',
  path: '/api/admin/v1/reconciliation/statements/:account',
  staffRoles: staff.money,
  summary:
    'Compare an M-PESA organisation statement (CSV) with the ledger; the same file again is the same run',
  params: z.object({ account: statementAccount }),
  query: z.object({
    fileName: shortText.optional(),
    /** What the statement covers, in Nairobi days, both inclusive, where the file itself does not say so. */
    from: day.optional(),
    to: day.optional(),
  }),
  upload: {
    mediaTypes: ['text/csv', 'application/csv', 'application/vnd.ms-excel', 'text/plain'],
    maximumBytes: STATEMENT_BYTES_AT_MOST,
  },
  body: z.file({ error: 'Please choose a statement' }),
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
  staffRoles: staff.money,
  summary:
    'Compare what customers paid in, as M-PESA’s API lists it, with the ledger; it reaches 48 hours back',
  body: z.object({ hours: z.number().int().min(1).max(48).default(48) }),
  answer: reconciliationRun,
  refusals: ['provider_unavailable', 'pull_refused'],
  rate: { perMinute: 10 },
});

const pageQuery = { cursor: cursor.optional(), limit: z.coerce.number().int().min(1).max(100).default(50) };

export const listReconciliationRuns = endpoint({
  ...ofReconciliation,
  method: 'GET',
  path: '/api/admin/v1/reconciliation/runs',
  staffRoles: staff.everybody,
  summary: 'Statements that were compared, newest first',
  query: z.object({ account: statementAccount.optional(), ...pageQuery }),
  answer: z.object({ runs: z.array(reconciliationRun), nextCursor: cursor.optional() }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const readReconciliationRun = endpoint({
  ...ofReconciliation,
  method: 'GET',
  path: '/api/admin/v1/reconciliation/runs/:runId',
  staffRoles: staff.everybody,
  summary: 'One comparison with its figures',
  params: z.object({ runId: uuid }),
  answer: reconciliationRun,
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});

const itemFilters = z.object({
  /** One comparison; without it all of them. */
  runId: uuid.optional(),
  account: statementAccount.optional(),
  kind: reconciliationKind.optional(),
  state: reconciliationState.optional(),
  status: reconciliationStatus.optional(),
  /** A receipt or its beginning, or a whole account number. */
  search: shortText.optional(),
});
export type ReconciliationItemFilters = z.infer<typeof itemFilters>;

export const listReconciliationItems = endpoint({
  ...ofReconciliation,
  method: 'GET',
  path: '/api/admin/v1/reconciliation/items',
  staffRoles: staff.everybody,
  summary: 'What was compared, newest first',
  query: itemFilters.extend(pageQuery),
  answer: z.object({ items: z.array(reconciliationItem), nextCursor: cursor.optional() }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const reconciliationItemsCsv = endpoint({
  ...ofReconciliation,
  method: 'GET',
  path: '/api/admin/v1/reconciliation/items.csv',
  staffRoles: staff.everybody,
  summary: 'The same as a file: reconciliation-{yyyy-MM-dd}.csv, streamed',
  query: itemFilters,
  answer: z.unknown(),
  refusals: [],
  rate: { perMinute: 20 },
});

export const recheckReconciliation = endpoint({
  ...ofReconciliation,
  method: 'POST',
  path: '/api/admin/v1/reconciliation/recheck',
  staffRoles: staff.money,
  summary: 'Compare what is open in one run with the ledger as it is now',
  body: z.object({ runId: uuid }),
  answer: reconciliationRun,
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});

export const queryReconciliationItem = endpoint({
  ...ofReconciliation,
  method: 'POST',
  path: '/api/admin/v1/reconciliation/query',
  staffRoles: staff.money,
  summary:
    'Ask M-PESA about the payments of ours that the item may belong to; what it answers is applied as usual',
  body: z.object({ itemId: uuid }),
  answer: z.object({
    item: reconciliationItem,
    /** How many payments of ours M-PESA was asked about. */
    asked: count,
  }),
  refusals: ['not_found', 'reconciliation_closed'],
  rate: { perMinute: 60 },
});

/**
 * Where the difference goes, by a new transfer between the M-PESA account and
 * `charge` → expense:provider-charges, `suspense` → suspense, `capital` → capital (float put in or taken out),
 * `moved` → the other M-PESA account of ours (collection moved to pay-out).
 */
export const correction = z.enum(['charge', 'suspense', 'capital', 'moved']);
export type Correction = z.infer<typeof correction>;

export const bookReconciliationItem = endpoint({
  ...ofReconciliation,
  method: 'POST',
  path: '/api/admin/v1/reconciliation/book',
  staffRoles: staff.money,
  summary:
    'Correct the ledger by what the item differs; from KES 10,000 on it waits for a second administrator',
  body: z.object({ itemId: uuid, correction, reason: adminReason }),
  answer: z.object({ deed: deedOutcome, item: reconciliationItem }),
  refusals: ['not_found', 'reconciliation_closed', 'correction_unsuitable', 'approval_open'],
  rate: { perMinute: 120 },
});

export const bookReconciliationCharges = endpoint({
  ...ofReconciliation,
  method: 'POST',
  path: '/api/admin/v1/reconciliation/book-charges',
  staffRoles: staff.money,
  summary: 'Book every open charge of one run; from KES 10,000 together it waits for a second administrator',
  body: z.object({ runId: uuid, reason: adminReason }),
  answer: z.object({ deed: deedOutcome, charges: count, run: reconciliationRun }),
  refusals: ['not_found', 'reconciliation_closed', 'approval_open'],
  rate: { perMinute: 30 },
});

export const explainReconciliationItem = endpoint({
  ...ofReconciliation,
  method: 'POST',
  path: '/api/admin/v1/reconciliation/explain',
  staffRoles: staff.money,
  summary: 'Close an item as it is, with a reason; nothing is posted',
  body: z.object({ itemId: uuid, reason: adminReason }),
  answer: reconciliationItem,
  refusals: ['not_found', 'reconciliation_closed'],
  rate: { perMinute: 120 },
});

/** M-PESA’s own balances against the ledger. `payout` is utility, working and unsettled charges together. */
export const floatCheck = z.object({
  checkId: uuid,
  /** When M-PESA was asked. */
  at: timestamp,
  /** `asking`: no answer yet. `failed`: M-PESA did not answer. `differs` is looked at again twice before anybody is told. */
  status: z.enum(['asking', 'agrees', 'differs', 'failed']),
  answeredAt: timestamp.optional(),
  accounts: z.array(
    z.object({
      account: z.enum(['collection', 'payout']),
      theirsCents: signedCents,
      oursCents: signedCents,
      /** theirs − ours */
      differenceCents: signedCents,
    }),
  ),
  /** Somebody was told of it. */
  isReported: z.boolean(),
});
export type FloatCheck = z.infer<typeof floatCheck>;

export const listFloatChecks = endpoint({
  ...ofReconciliation,
  method: 'GET',
  path: '/api/admin/v1/reconciliation/float-checks',
  staffRoles: staff.everybody,
  summary: 'M-PESA’s balances against the ledger, every day and newest first',
  query: z.object(pageQuery),
  answer: z.object({ checks: z.array(floatCheck), nextCursor: cursor.optional() }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const checkFloat = endpoint({
  ...ofReconciliation,
  method: 'POST',
  path: '/api/admin/v1/reconciliation/float-checks',
  staffRoles: staff.money,
  summary: 'Ask M-PESA for its balances now; the answer arrives a moment later',
  answer: floatCheck,
  refusals: ['provider_unavailable'],
  rate: { perMinute: 10 },
});
