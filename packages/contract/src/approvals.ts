import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { cursor, shortText, timestamp, uuid } from './text.ts';
import { balanceShillings } from './money.ts';
import { administratorRoles } from './roles.ts';

/** Actions that may need a second administrator: some always, others from a certain amount. */
export const approvalKind = z.enum([
  'refund',
  'void',
  'extension',
  'suspense',
  'reversed-payment',
  'withdrawal-outcome',
  'adjustment',
  'correction',
  'posting',
  'posting-outcome',
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
  'own-limits',
  'template-wording',
  'payout-channel',
  'settlements-resume',
  'lost-contacts',
  'ussd-pin',
  'block',
  'unblock',
  'start-again',
]);
export type ApprovalKind = z.infer<typeof approvalKind>;

export const approvalStatus = z.enum(['Open', 'Approved', 'Rejected', 'Expired', 'Outdated']);
export type ApprovalStatus = z.infer<typeof approvalStatus>;

/** An administrator's reason for an action: one line, required. */
export const adminReason = shortText.refine((value) => value.length > 0, { error: 'Please give a reason' });

/** Whether one administrator may decide alone, and why. */
export const approvalRule = z.object({
  needsTwo: z.boolean(),
  /**
   * `always`: every action of this kind needs two. `amount`: its amount is high. `day` and `month`: amounts of one day
   * or of 30 days together are high. `role`: the requester's role may only ask. `below` and `never` need no second
   * administrator.
   */
  because: z.enum(['always', 'amount', 'day', 'month', 'role', 'below', 'never']),
  /**
   * KES from which two administrators decide. For `month` this is the limit of 30 days, which is three times as high.
   */
  from: balanceShillings,
  /**
   * KES that count together with the amount for the day or the 30 days. These were moved alone by the same
   * administrator, or for the same shop or person.
   */
  doneAlone: balanceShillings,
});
export type ApprovalRule = z.infer<typeof approvalRule>;

export const approval = z.object({
  approvalId: uuid,
  kind: approvalKind,
  /** Kind of the action's subject, as in the audit log: `voucher`, `merchant`, `review`… */
  subjectKind: z.string(),
  subjectId: z.string(),
  /** The effect of the action, in one sentence. */
  summary: z.string(),
  /** KES that the action moves. */
  amount: balanceShillings,
  /**
   * Where the amount would go, worded to follow the amount in a sentence. Present if this may change before the
   * approval.
   */
  way: z.string().optional(),
  reason: z.string(),
  status: approvalStatus,
  /** Name of an administrator. For a shop's request the shop's name, until an administrator has approved it. */
  requestedBy: z.string(),
  requestedAt: timestamp,
  /** Number of administrators who must still approve the request. */
  approvalsNeeded: z.union([z.literal(1), z.literal(2)]),
  /** When the request expires; absent if it does not expire. */
  expiresAt: timestamp.optional(),
  decidedBy: z.string().optional(),
  decidedAt: timestamp.optional(),
  decisionReason: z.string().optional(),
  /** The merchant whose balance an adjustment changes. */
  merchantCode: z.string().optional(),
  /** Why the request needs two administrators; absent for old requests, made before this was stored. */
  rule: approvalRule.optional(),
  canApprove: z.boolean(),
  /**
   * Why the caller may not approve an open request. `own`: the caller made it. `let-in`: the caller or the requester
   * admitted the other as an administrator. `role`: the caller's role may not approve it.
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
    /** When the oldest open request was made; absent without open requests. */
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
  // An approval executes the action, which may be refused because of changes since the request.
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
    'balance_too_low',
    'credit_not_returnable',
    'posting_not_to_pay',
    'credit_smaller',
    'merchant_gone',
    'administrator_known',
    'two_factor_off',
    'setting_changed',
    'setting_same',
    'wording_unsuitable',
    'effective_day_invalid',
    'already_blocked',
    'blocks_yourself',
    'block_not_active',
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
  roles: administratorRoles.working,
  tag: 'Administration',
  summary: "Reject a request, or withdraw one's own; the action is not executed",
  body: z.object({ approvalId: uuid, reason: adminReason }),
  example: { body: { approvalId: sample.id, reason: sample.reason } },
  answer: approval,
  message: 'Rejected',
  refusals: ['not_found', 'approval_closed'],
  rate: { perMinute: 60 },
});
