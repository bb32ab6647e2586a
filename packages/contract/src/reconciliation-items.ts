import { z } from 'zod';
import { adminReason, actionOutcome } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { count } from './money.ts';
import { cursor, shortText, timestamp, uuid } from './text.ts';
import {
  openDifferences,
  reconciliationRun,
  reconciliationState,
  statementAccount,
} from './reconciliation.ts';
import { administratorRoles } from './roles.ts';

const ofReconciliation = { audience: 'admin', tag: 'Reconciliation' } as const;
/**
 * `open` waits for a person, `waiting` for a second administrator. The others are done. `agrees` needed nothing or was
 * found later, `booked` was corrected by a transfer, `explained` was left as it is, with a reason.
 */
export const reconciliationStatus = z.enum(['open', 'waiting', 'agrees', 'booked', 'explained']);
export type ReconciliationStatus = z.infer<typeof reconciliationStatus>;

/** A payment itself, or M-PESA's charge for it, which has the same receipt. */
export const reconciliationKind = z.enum(['payment', 'charge']);

/** Charges come in cents, so differences are in cents, as in the trial balance. Money coming in is positive. */
const signedCents = z.number().int();

/**
 * Where the difference is booked, by a new transfer between the M-PESA account and: `charge` →
 * expense:provider-charges; `suspense` → suspense; `capital` → capital (float put in or taken out); `moved` → our
 * other M-PESA account (collection moved to pay-out); `loss` → expense:losses (M-PESA does not have it; needs two
 * administrators, whatever the amount).
 */
export const correction = z.enum(['charge', 'suspense', 'capital', 'moved', 'loss']);
export type Correction = z.infer<typeof correction>;

export const reconciliationItem = z.object({
  itemId: uuid,
  runId: uuid,
  account: statementAccount,
  kind: reconciliationKind,
  state: reconciliationState,
  status: reconciliationStatus,
  /** M-PESA's receipt. If it is missing there: the reference in our ledger, if it has one. */
  receipt: z.string(),
  /** When it completed at M-PESA; if it is missing there, when we posted it. */
  at: timestamp,
  /** For `no_longer_there`: the comparison that showed it before. */
  shownBefore: z.object({ runId: uuid, madeAt: timestamp }).optional(),
  /** M-PESA's own words, or the kind of our posting. */
  details: z.string(),
  /** The account number that a payer gave, if the statement names it. */
  accountNumber: z.string(),
  /** The amount on the statement; 0 if it is missing there. */
  theirsCents: signedCents,
  /** The amount in our ledger; 0 if it is missing here. */
  oursCents: signedCents,
  /** theirs − ours: the amount that a correction would post. */
  differenceCents: signedCents,
  /** Line of the file, counted from 1; absent if it is missing there or was pulled. */
  line: z.number().int().optional(),
  /** When M-PESA was last asked about it. */
  queriedAt: timestamp.optional(),
  /** How it was closed, by whom and why. */
  resolution: z.string().optional(),
  closedBy: z.string().optional(),
  closedAt: timestamp.optional(),
  reason: z.string().optional(),
  /** The waiting request, while it is `waiting`. */
  approvalId: uuid.optional(),
  /** The corrections that can book it, while it is open. */
  corrections: z.array(correction),
});
export type ReconciliationItem = z.infer<typeof reconciliationItem>;

const itemFilters = z.object({
  /** One comparison; all of them if absent. */
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
  roles: administratorRoles.everybody,
  summary: 'List compared items, newest first',
  query: itemFilters.extend({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({
    items: z.array(reconciliationItem),
    nextCursor: cursor.optional(),
    /** Totals of the open items that fit the filters; on the first page. */
    totals: openDifferences.optional(),
  }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const reconciliationItemsCsv = endpoint({
  ...ofReconciliation,
  method: 'GET',
  path: '/api/admin/v1/reconciliation/items.csv',
  roles: administratorRoles.everybody,
  summary: 'Download the same as a file: reconciliation-{yyyy-MM-dd}.csv, streamed',
  query: itemFilters,
  answer: z.unknown(),
  isExport: true,
  refusals: [],
  rate: { perMinute: 20 },
});

export const reconciliationItemsPdf = endpoint({
  ...ofReconciliation,
  method: 'GET',
  path: '/api/admin/v1/reconciliation/items.pdf',
  roles: administratorRoles.everybody,
  summary: 'Download the differences with their sums: reconciliation-{yyyy-MM-dd}.pdf',
  query: itemFilters,
  answer: z.unknown(),
  isExport: true,
  refusals: [],
  rate: { perMinute: 20 },
});

export const queryReconciliationItem = endpoint({
  ...ofReconciliation,
  method: 'POST',
  path: '/api/admin/v1/reconciliation/query',
  roles: administratorRoles.money,
  summary: 'Ask M-PESA about our payments that may belong to the item; its answers are applied as usual',
  body: z.object({ itemId: uuid }),
  example: { body: { itemId: sample.id } },
  answer: z.object({
    item: reconciliationItem,
    /** Number of our payments that M-PESA was asked about. */
    asked: count,
  }),
  refusals: ['not_found', 'reconciliation_closed'],
  rate: { perMinute: 60 },
});

export const bookReconciliationItem = endpoint({
  ...ofReconciliation,
  method: 'POST',
  path: '/api/admin/v1/reconciliation/book',
  needsStepUp: true,
  roles: administratorRoles.money,
  summary:
    "Correct the ledger by the item's difference; a loss, and any difference from KES 10,000, waits for a second administrator",
  body: z.object({ itemId: uuid, correction, reason: adminReason }),
  example: { body: { itemId: sample.id, correction: 'suspense', reason: sample.reason } },
  answer: z.object({ action: actionOutcome, item: reconciliationItem }),
  refusals: [
    'not_found',
    'reconciliation_closed',
    'correction_unsuitable',
    'suspense_too_low',
    'approval_open',
    'approval_outdated',
  ],
  rate: { perMinute: 120 },
});

export const bookReconciliationCharges = endpoint({
  ...ofReconciliation,
  method: 'POST',
  path: '/api/admin/v1/reconciliation/book-charges',
  needsStepUp: true,
  roles: administratorRoles.money,
  summary: 'Book all open charges of one run; from KES 10,000 together they wait for a second administrator',
  body: z.object({ runId: uuid, reason: adminReason }),
  example: { body: { runId: sample.id, reason: sample.reason } },
  answer: z.object({ action: actionOutcome, charges: count, run: reconciliationRun }),
  refusals: ['not_found', 'reconciliation_closed', 'approval_open', 'approval_outdated'],
  rate: { perMinute: 30 },
});

export const explainReconciliationItem = endpoint({
  ...ofReconciliation,
  method: 'POST',
  path: '/api/admin/v1/reconciliation/explain',
  needsStepUp: true,
  roles: administratorRoles.money,
  summary: 'Close an item as it is, with a reason; nothing is posted',
  body: z.object({ itemId: uuid, reason: adminReason }),
  example: { body: { itemId: sample.id, reason: sample.reason } },
  answer: reconciliationItem,
  refusals: ['not_found', 'reconciliation_closed'],
  rate: { perMinute: 120 },
});
