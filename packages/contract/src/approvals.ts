import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { cursor, shortText, timestamp, uuid } from './text.ts';
import { balanceShillings } from './money.ts';
import { administratorRoles } from './roles.ts';

/** What may need a second administrator, always or from an amount on. */
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

/** Why an administrator does something: one line, required. */
export const adminReason = shortText.refine((value) => value.length > 0, { error: 'Please give a reason' });

/** Whether one administrator decides about something alone, and why. */
export const approvalRule = z.object({
  needsTwo: z.boolean(),
  /** By its kind, its own amount, or the sum of a day or of 30 days; `below` and `never` need no second one. */
  because: z.enum(['always', 'amount', 'day', 'month', 'below', 'never']),
  /** KES from which on two decide; for `month` those of 30 days, three times as much. */
  from: balanceShillings,
  /** KES that count together with it, of the day or the 30 days: done alone by the same administrator, or for the same shop or person. */
  doneAlone: balanceShillings,
});
export type ApprovalRule = z.infer<typeof approvalRule>;

export const approval = z.object({
  approvalId: uuid,
  kind: approvalKind,
  /** What it is about, in the words of the audit log: `voucher`, `merchant`, `review`… */
  subjectKind: z.string(),
  subjectId: z.string(),
  /** What will happen, in one sentence. */
  summary: z.string(),
  /** KES that move. */
  amount: balanceShillings,
  /** How they would move, where that may change until it is approved; after the amount it reads as a sentence. */
  way: z.string().optional(),
  reason: z.string(),
  status: approvalStatus,
  /** An administrator; the shop, until one has approved what it wants. */
  requestedBy: z.string(),
  requestedAt: timestamp,
  /** How many administrators have still to approve it. */
  approvalsNeeded: z.union([z.literal(1), z.literal(2)]),
  /** After this moment it can no longer be approved; absent where it waits until it is decided. */
  expiresAt: timestamp.optional(),
  decidedBy: z.string().optional(),
  decidedAt: timestamp.optional(),
  decisionReason: z.string().optional(),
  /** Whose balance it is about, for an adjustment. */
  merchantCode: z.string().optional(),
  /** Why it needs two; absent for what was asked before this was kept. */
  rule: approvalRule.optional(),
  canApprove: z.boolean(),
  /** Why the caller may not approve an open one: asked for it, let the asker in or was let in, or has another role. */
  obstacle: z.enum(['own', 'let-in', 'role']).optional(),
});
export type Approval = z.infer<typeof approval>;

/** What became of an action that may need a second administrator: it is done, or waits for approval. */
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
  summary: 'What waits, or waited, for a second administrator, newest first',
  query: filters.extend({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({
    approvals: z.array(approval),
    nextCursor: cursor.optional(),
    /** How many are open. */
    openCount: z.number().int(),
    /** When the open one that waits the longest was asked for. */
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
    'Approve what another administrator asked for; it is carried out at once, or refused and closed if its amount or way has changed. What a shop wants takes two: the first approval only counts',
  body: z.object({ approvalId: uuid, reason: shortText.default('') }),
  example: { body: { approvalId: sample.id, reason: sample.reason } },
  answer: approval,
  message: 'Approved',
  // Carrying it out may meet what has changed since it was asked for.
  refusals: [
    'not_found',
    'approval_closed',
    'second_person_needed',
    'asker_gone',
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
  summary: 'Turn down what was asked for, or take back what one asked for oneself; nothing happens',
  body: z.object({ approvalId: uuid, reason: adminReason }),
  example: { body: { approvalId: sample.id, reason: sample.reason } },
  answer: approval,
  message: 'Rejected',
  refusals: ['not_found', 'approval_closed'],
  rate: { perMinute: 60 },
});
