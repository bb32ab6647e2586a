import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { cursor, shortText, timestamp, uuid } from './text.ts';
import { balanceShillings } from './money.ts';
import { administratorRoles } from './roles.ts';

/** Actions that may need a second administrator, always or from an amount on. */
export const approvalKind = z.enum([
  'refund',
  'void',
  'extension',
  'suspense',
  'reversed-payment',
  'withdrawal-outcome',
  'adjustment',
  'correction',
  'administrator-add',
  'administrator-role',
  'administrator-disable',
  'administrator-factor',
  'fees-and-limits',
  'merchant-close',
  'merchant-contact',
  'merchant-activate',
  'owner-reset',
  'fraud-rules',
  'template-wording',
  'payout-channel',
  'settlements-resume',
  'lost-contacts',
]);
export type ApprovalKind = z.infer<typeof approvalKind>;

export const approvalStatus = z.enum(['Open', 'Approved', 'Rejected', 'Expired', 'Outdated']);
export type ApprovalStatus = z.infer<typeof approvalStatus>;

/** An administrator's reason for an action: one line, required. */
export const adminReason = shortText.refine((value) => value.length > 0, { error: 'Please give a reason' });

/** Whether one administrator decides alone, and why. */
export const approvalRule = z.object({
  needsTwo: z.boolean(),
  /**
   * The cause: its kind, its own amount, or the sum of a day or of 30 days. `below` and `never` need no second
   * administrator.
   */
  because: z.enum(['always', 'amount', 'day', 'month', 'below', 'never']),
  /** KES from which two decide. For `month` the limit of 30 days, three times as much. */
  from: balanceShillings,
  /**
   * KES that count together with it in the day or the 30 days: done alone by the same administrator, or for the same
   * shop or person.
   */
  doneAlone: balanceShillings,
});
export type ApprovalRule = z.infer<typeof approvalRule>;

export const approval = z.object({
  approvalId: uuid,
  kind: approvalKind,
  /** The kind of its subject, as in the audit log: `voucher`, `merchant`, `review`… */
  subjectKind: z.string(),
  subjectId: z.string(),
  /** The effect, in one sentence. */
  summary: z.string(),
  /** KES that move. */
  amount: balanceShillings,
  /** How they would move, if that may change before the approval; reads as a sentence after the amount. */
  way: z.string().optional(),
  reason: z.string(),
  status: approvalStatus,
  /** An administrator; for a shop's request the shop, until an administrator has approved it. */
  requestedBy: z.string(),
  requestedAt: timestamp,
  /** Number of administrators who must still approve it. */
  approvalsNeeded: z.union([z.literal(1), z.literal(2)]),
  /** The end of the time for approval; absent if it waits without limit. */
  expiresAt: timestamp.optional(),
  decidedBy: z.string().optional(),
  decidedAt: timestamp.optional(),
  decisionReason: z.string().optional(),
  /** The merchant whose balance an adjustment changes. */
  merchantCode: z.string().optional(),
  /** Why it needs two; absent for older requests, made before this was stored. */
  rule: approvalRule.optional(),
  canApprove: z.boolean(),
  /**
   * Why the caller may not approve an open request: made it, is related to its maker by admission, or has another
   * role.
   */
  obstacle: z.enum(['own', 'let-in', 'role']).optional(),
});
export type Approval = z.infer<typeof approval>;

/** Outcome of an action that may need a second administrator: done, or waiting for approval. */
export const actionOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('done') }),
  z.object({ outcome: z.literal('waiting'), approvalId: uuid }),
]);
export type ActionOutcome = z.infer<typeof actionOutcome>;

const filters = z.object({
  status: approvalStatus.optional(),
  kind: approvalKind.optional(),
  subjectId: shortText.optional(),
});
export type ApprovalFilters = z.infer<typeof filters>;

export const listApprovals = endpoint({
  method: 'GET',
  path: '/api/admin/v1/approvals',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Administration',
  summary: 'List requests that wait, or waited, for a second administrator, newest first',
  query: filters.extend({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({
    approvals: z.array(approval),
    nextCursor: cursor.optional(),
    /** Number of open requests. */
    openCount: z.number().int(),
    /** When the oldest open request was made. */
    oldestOpenAt: timestamp.optional(),
  }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const approveRequest = endpoint({
  method: 'POST',
  path: '/api/admin/v1/approvals/approve',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.money,
  tag: 'Administration',
  summary:
    "Approve another administrator's request; it is executed at once, or refused and closed if its amount or way has changed. A shop's request takes two: the first approval only counts",
  body: z.object({ approvalId: uuid, reason: shortText.default('') }),
  example: { body: { approvalId: sample.id, reason: sample.reason } },
  answer: approval,
  message: 'Approved',
  // The execution may fail on changes since the request.
  refusals: [
    'not_found',
    'approval_closed',
    'second_person_needed',
    'requester_ineligible',
    'approval_outdated',
    'voucher_used',
    'voucher_claimed',
    'voucher_void',
    'voucher_expired',
    'review_resolved',
    'no_money_held',
    'receipt_missing',
    'purchase_not_payable',
    'purchase_not_paid',
    'payment_given_back',
    'receipt_known',
    'withdrawal_not_markable',
    'withdrawal_too_young',
    'payment_being_sent',
    'buyer_gone',
    'expiry_moment_invalid',
    'expiry_not_later',
    'insufficient_merchant_balance',
    'reconciliation_closed',
    'correction_unsuitable',
    'suspense_too_low',
    'administrator_known',
    'two_factor_off',
    'setting_changed',
    'setting_same',
    'wording_unsuitable',
    'effective_day_invalid',
    'too_many_requests',
    'overloaded',
  ],
  rate: { perMinute: 60 },
});

export const rejectRequest = endpoint({
  method: 'POST',
  path: '/api/admin/v1/approvals/reject',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.money,
  tag: 'Administration',
  summary: 'Reject a request, or take back an own one; nothing happens',
  body: z.object({ approvalId: uuid, reason: adminReason }),
  example: { body: { approvalId: sample.id, reason: sample.reason } },
  answer: approval,
  message: 'Rejected',
  refusals: ['not_found', 'approval_closed'],
  rate: { perMinute: 60 },
});
