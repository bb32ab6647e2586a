import { z } from 'zod';
import { adjustmentDirection } from './adjustments.ts';
import { approval, approvalRule } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { newFeesAndLimits } from './fees-and-limits.ts';
import { fraudRules } from './fraud-rules.ts';
import { shillings } from './money.ts';
import { limitedSubject, ownLimitsChange } from './own-limits.ts';
import { posting, postingOutcome } from './posting-requests.ts';
import { correction } from './reconciliation-items.ts';
import { basedOn } from './settings-versions.ts';
import { administratorRole, administratorRoles } from './roles.ts';
import { newWording, templateAddress } from './templates.ts';
import { day, uuid } from './text.ts';
import { heldMoneyGoesTo, newRecipient } from './voucher-actions.ts';

/** In cents, because M-PESA's charges contain cents. */
const cents = z.number().int();

const fields = z.record(z.string(), z.unknown());

/** The effects that an action would have now. */
export const actionPreview = z.object({
  amountCents: cents,
  /** Where the amount goes, worded to follow the amount in a sentence. */
  way: z.string(),
  /** The part of the amount that is our fee and is refunded. */
  feeCents: cents.optional(),
  /** Balances that would change, before and after the action. */
  balances: z.array(z.object({ of: z.string(), beforeCents: cents, afterCents: cents })),
  /** Settings or fields that would change, before and after the action. */
  change: z.object({ before: fields, after: fields }).optional(),
});
export type ActionPreview = z.infer<typeof actionPreview>;

/** An action that an administrator is about to take. */
export const plannedAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refund'), voucherId: uuid }),
  z.object({
    kind: z.literal('void'),
    voucherId: uuid,
    valueGoesTo: z.enum(['replacement', 'merchant']),
    recipient: newRecipient.optional(),
  }),
  z.object({ kind: z.literal('extension'), voucherId: uuid, validTo: day }),
  z.object({ kind: z.literal('suspense'), reviewId: uuid, goesTo: heldMoneyGoesTo }),
  z.object({ kind: z.literal('reversed-payment'), transactionId: uuid }),
  z.object({
    kind: z.literal('adjustment'),
    merchantId: uuid,
    direction: adjustmentDirection,
    amount: shillings,
  }),
  /** Corrects one line of a statement, or the charges of a statement. */
  z.object({
    kind: z.literal('correction'),
    itemId: uuid.optional(),
    chargesOfRunId: uuid.optional(),
    isExpectedOnly: z.boolean().optional(),
    correction,
  }),
  z.object({ kind: z.literal('posting'), posting }),
  z.object({
    kind: z.literal('posting-outcome'),
    postingId: uuid,
    outcome: postingOutcome,
    reference: z.string().default(''),
  }),
  z.object({ kind: z.literal('administrator-add'), staffRole: administratorRole }),
  z.object({ kind: z.literal('administrator-role'), administratorId: uuid, staffRole: administratorRole }),
  z.object({ kind: z.enum(['administrator-disable', 'administrator-factor']), administratorId: uuid }),
  z.object({
    kind: z.literal('fees-and-limits'),
    feesAndLimits: newFeesAndLimits,
    effectiveFrom: day.optional(),
    basedOn,
  }),
  z.object({ kind: z.enum(['merchant-close', 'merchant-activate']), merchantId: uuid }),
  z.object({ kind: z.literal('fraud-rules'), rules: fraudRules, basedOn }),
  ownLimitsChange.extend({ kind: z.literal('own-limits'), ...limitedSubject.shape }),
  templateAddress.extend({ kind: z.literal('template-wording'), wording: newWording, basedOn }),
  z.object({ kind: z.literal('owner-reset'), merchantId: uuid, isTwoFactorReset: z.boolean() }),
]);
export type PlannedAction = z.infer<typeof plannedAction>;

export const previewAction = endpoint({
  method: 'POST',
  path: '/api/admin/v1/approvals/preview',
  audience: 'admin',
  roles: administratorRoles.working,
  tag: 'Administration',
  summary:
    'Preview an action: its effects now, and whether it needs a second administrator; executes nothing',
  body: z.object({ action: plannedAction }),
  example: { body: { action: { kind: 'merchant-close', merchantId: sample.id } } },
  answer: z.object({
    preview: actionPreview.optional(),
    /** Absent if the action would be refused. */
    rule: approvalRule.optional(),
    /** Why the action would be refused now. */
    refusedBecause: z.string().optional(),
  }),
  refusals: ['not_found', 'voucher_not_found'],
  rate: { perMinute: 240 },
});

export const readApproval = endpoint({
  method: 'GET',
  path: '/api/admin/v1/approvals/:approvalId',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Administration',
  summary: 'Get one request for approval, with its effects now',
  params: z.object({ approvalId: uuid }),
  example: { params: { approvalId: sample.id } },
  answer: z.object({
    approval,
    /** Present only while the request is open. */
    preview: actionPreview.optional(),
    /**
     * Whether the amount or the way it moves has changed since the request. It must then be rejected and requested
     * again.
     */
    isOutdated: z.boolean(),
    /** Why the action cannot be executed now. */
    refusedBecause: z.string().optional(),
  }),
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});
