import { z } from 'zod';
import { adminReason, actionOutcome } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { count } from './money.ts';
import { operatorTemplate, postingTemplate } from './posting-requests.ts';
import { bankFileNumber } from './settlements.ts';
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
 * `open` items wait for a person, `waiting` items for a second administrator. The other states are final. `agrees`:
 * nothing to do, or the missing side was found later. `booked`: a transfer corrected the difference. `explained`: the
 * difference stays, with a reason.
 */
export const reconciliationStatus = z.enum(['open', 'waiting', 'agrees', 'booked', 'explained']);
export type ReconciliationStatus = z.infer<typeof reconciliationStatus>;

/** `payment`: the payment itself. `charge`: M-PESA's charge for a payment, which has the payment's receipt. */
export const reconciliationKind = z.enum(['payment', 'charge']);

/** Differences are in cents, because charges are; so is the trial balance. Incoming money is positive. */
const signedCents = z.number().int();

/**
 * Which account a transfer books the difference to, against our M-PESA account. `charge`: expense:provider-charges.
 * `suspense`: suspense. `capital`: capital (float put in or taken out). `moved`: our other M-PESA account (collection
 * moved to pay-out). `loss`: expense:losses (M-PESA does not have the money; always needs two administrators).
 */
export const correction = z.enum(['charge', 'suspense', 'capital', 'moved', 'loss']);
export type Correction = z.infer<typeof correction>;

/** A payment or posting to which an open line may belong, or from which our side of it came. */
const suggestion = z.discriminatedUnion('kind', [
  /** A bank file whose open batches have this sum together, or that the line names. */
  z.object({ kind: z.literal('bank-file'), number: bankFileNumber, batches: count, amountCents: count }),
  z.object({
    kind: z.literal('batch'),
    batchId: z.string(),
    businessName: z.string(),
    bankFile: z.string().optional(),
    /** Whether the batch can be marked as paid or not paid. */
    isOpen: z.boolean(),
  }),
  /** A legal order that waits for the bank, or a posting that the statement lacks. */
  z.object({ kind: z.literal('posting'), postingId: uuid, template: postingTemplate, payee: z.string() }),
  /** A posting that would book the line. */
  z.object({ kind: z.literal('template'), template: operatorTemplate }),
  /** A pay-out of this amount whose result is unknown. */
  z.object({
    kind: z.literal('transaction'),
    type: z.enum(['Withdrawal', 'Settlement']),
    transactionId: z.string(),
  }),
]);
export type Suggestion = z.infer<typeof suggestion>;

export const reconciliationItem = z.object({
  itemId: uuid,
  runId: uuid,
  account: statementAccount,
  kind: reconciliationKind,
  state: reconciliationState,
  status: reconciliationStatus,
  /** M-PESA's receipt, or the bank's reference. If the statement lacks it: the reference in our ledger, if there is one. */
  receipt: z.string(),
  /** When M-PESA completed the payment, or the bank's day. If the statement lacks it: when we posted it. */
  at: timestamp,
  /** For `no_longer_there`: the earlier comparison in which M-PESA still had the payment. */
  shownBefore: z.object({ runId: uuid, madeAt: timestamp }).optional(),
  /** The statement's own description, or the kind of our posting. */
  details: z.string(),
  /** The account number that the payer typed, if the statement has it. */
  accountNumber: z.string(),
  /** The payment by a customer that the receipt, the reversed receipt or the account number names. */
  payment: z
    .object({
      transactionId: uuid,
      billReference: z.string(),
      status: z.string(),
      /** Whether the line takes the whole payment back: book it by `bookReversal`, not by a correction. */
      isTakenBack: z.boolean(),
    })
    .optional(),
  /** The amount on M-PESA's statement; 0 if the statement lacks the payment. */
  theirsCents: signedCents,
  /** The amount in our ledger; 0 if the ledger lacks the payment. */
  oursCents: signedCents,
  /** M-PESA's amount less ours: a correction posts this amount. */
  differenceCents: signedCents,
  /** Line of the statement's file, from 1. Absent if the statement lacks the payment or came from M-PESA's API. */
  line: z.number().int().optional(),
  /** When we last asked M-PESA about the item. */
  queriedAt: timestamp.optional(),
  /** How the item was closed, by whom and why. */
  resolution: z.string().optional(),
  closedBy: z.string().optional(),
  closedAt: timestamp.optional(),
  reason: z.string().optional(),
  /** Id of the request for approval, while the item is `waiting`. */
  approvalId: uuid.optional(),
  /** Corrections that can book the item, while it is open. None for the bank: the posting desk books its lines. */
  corrections: z.array(correction),
  suggestions: z.array(suggestion),
  /** For an open charge: the most that M-PESA's tariff takes for its payment. Absent if we do not know the payment. */
  tariffCents: count.optional(),
});
export type ReconciliationItem = z.infer<typeof reconciliationItem>;

const itemFilters = z.object({
  /** Items of one comparison only; all comparisons if absent. */
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
    /** Totals of the open items that match the filters; present on the first page only. */
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
  summary: 'Download the filtered differences as a file: reconciliation-{yyyy-MM-dd}.csv, streamed',
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
    /** Number of our payments about which we asked M-PESA. */
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
  summary: 'Book open charges of one run; from KES 10,000 together they wait for a second administrator',
  body: z.object({
    runId: uuid,
    /** Books only charges that are no larger than M-PESA's tariff for their payment. */
    isExpectedOnly: z.boolean().default(false),
    reason: adminReason,
  }),
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
  summary: 'Close an item without a posting, with a reason',
  body: z.object({ itemId: uuid, reason: adminReason }),
  example: { body: { itemId: sample.id, reason: sample.reason } },
  answer: reconciliationItem,
  refusals: ['not_found', 'reconciliation_closed'],
  rate: { perMinute: 120 },
});
