import { z } from 'zod';
import { actionOutcome, adminReason } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { administratorRoles } from './roles.ts';
import { basedOn, settableNumber, settingVersion } from './settings-versions.ts';
import { day, uuid } from './text.ts';

const ofOwnLimits = { audience: 'admin', tag: 'Administration' } as const;

const shillings = (minimum: number, maximum: number) =>
  settableNumber(minimum, maximum, 'Please enter whole shillings').optional();

/** Limits of one consumer, in KES. An absent limit is the general one. Days are in Nairobi. */
export const consumerLimits = z.strictObject({
  /** The largest purchase or withdrawal. */
  transaction: shillings(10, 250_000),
  purchasesDaily: shillings(0, 10_000_000),
  withdrawalsDaily: shillings(0, 10_000_000),
});

/** Limits of one shop, in KES. Without a limit of its own a shop has none here. Days are in Nairobi. */
export const merchantLimits = z.strictObject({
  /** The largest redemption or hold. */
  redemption: shillings(1, 250_000),
  /** The shop's redemptions of one day and its open holds, together. */
  redemptionsDaily: shillings(0, 100_000_000),
  /** The value of the vouchers that the shop makes on one day. */
  vouchersDaily: shillings(0, 100_000_000),
});

/** Limits of either kind. The API refuses the other kind's limits by name. */
export const ownLimits = z.strictObject({ ...consumerLimits.shape, ...merchantLimits.shape });
export type OwnLimits = z.infer<typeof ownLimits>;

export const limitedSubject = z.object({ subjectKind: z.enum(['user', 'merchant']), subjectId: uuid });
export type LimitedSubject = z.infer<typeof limitedSubject>;

/** A change of a person's or a shop's own limits. */
export const ownLimitsChange = z.object({
  /** Without any limit, the subject's own limits are removed. */
  limits: ownLimits,
  /** The last day in Nairobi; without it, the limits have no end. */
  until: day.optional(),
  basedOn,
});

const whole = z.number().int().nonnegative();
const values = z.partialRecord(
  z.enum([...consumerLimits.keyof().options, ...merchantLimits.keyof().options]),
  whole,
);

export const ownLimitsVersion = settingVersion.extend({ limits: values, until: day.optional() });
export type OwnLimitsVersion = z.infer<typeof ownLimitsVersion>;

const ownLimitsState = z.object({
  /** The subject's own limits in force; absent without any. */
  current: ownLimitsVersion.optional(),
  /** The limits that apply now: the subject's own, and the general ones. */
  inForce: values,
  /** The general limits that apply without limits of its own. */
  general: values,
  /** Newest first. */
  versions: z.array(ownLimitsVersion),
  /** The newest version. A change must send its id as `basedOn`. */
  latestVersionId: basedOn,
});

export const readOwnLimits = endpoint({
  ...ofOwnLimits,
  method: 'GET',
  path: '/api/admin/v1/own-limits/:subjectKind/:subjectId',
  roles: administratorRoles.everybody,
  summary: "Get a person's or a shop's own limits, with their history",
  params: limitedSubject,
  example: { params: { subjectKind: 'user', subjectId: sample.id } },
  answer: ownLimitsState,
  refusals: ['not_found'],
});

/**
 * All processes apply a change to the next payment. One administrator can make limits stricter. A higher limit, a
 * removed one or an earlier end needs a second administrator's approval.
 * @see Refusal `effective_day_invalid`: the last day is over, or more than a year ahead
 */
export const changeOwnLimits = endpoint({
  ...ofOwnLimits,
  method: 'POST',
  path: '/api/admin/v1/own-limits/:subjectKind/:subjectId',
  needsStepUp: true,
  roles: administratorRoles.administrator,
  summary: "Change a person's or a shop's own limits",
  params: limitedSubject,
  body: ownLimitsChange.extend({ reason: adminReason }),
  example: {
    params: { subjectKind: 'user', subjectId: sample.id },
    body: { limits: { withdrawalsDaily: 5_000 }, until: '2027-06-30', reason: sample.reason, basedOn: null },
  },
  answer: ownLimitsState.extend({ action: actionOutcome }),
  message: 'Saved',
  refusals: ['not_found', 'setting_changed', 'setting_same', 'effective_day_invalid', 'approval_open'],
  rate: { perMinute: 30 },
});
