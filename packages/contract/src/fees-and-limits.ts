import { z } from 'zod';
import { basedOn, settableNumber, settingVersion } from './settings-versions.ts';
import { actionOutcome, adminReason } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { feeShillings } from './fees.ts';
import { administratorRoles } from './roles.ts';
import { day, uuid } from './text.ts';

const LEAST_PAY_OUT_SHILLINGS = 10;

const ofFeesAndLimits = { audience: 'admin', tag: 'Settings' } as const;

const basisPoints = z
  .number()
  .int({ error: 'Please enter hundredths of a percent' })
  .min(0, { error: 'A fee is at least 0 %' })
  .max(2_000, { error: 'A fee is at most 20 %' });

const limit = (minimumShillings: number, maximumShillings: number) =>
  settableNumber(minimumShillings, maximumShillings, 'Please enter whole shillings');

/** Fees in hundredths of a percent of the gross amount: 500 is 5 %. */
export const fees = z.object({
  depositBasisPoints: basisPoints,
  withdrawalBasisPoints: basisPoints,
  settlementBasisPoints: basisPoints,
});
export type Fees = z.infer<typeof fees>;

/**
 * Limits in KES, on gross amounts. M-PESA itself moves at most 250,000 at once and pays out no less than 10. `daily` is
 * for what a consumer pays in and, counted on its own, takes out on a day in Nairobi; `wallet` is looked at on claims.
 */
export const limits = z.object({
  minimumPurchase: limit(1, 250_000),
  minimumWithdrawal: limit(10, 250_000),
  maximumTransaction: limit(10, 250_000),
  daily: limit(10, 10_000_000),
  wallet: limit(10, 10_000_000),
});
export type Limits = z.infer<typeof limits>;

/** From this amount on two administrators decide about money, together with what one did alone within a day. */
const approvalFrom = limit(0, 1_000_000);

/** Batches of settlements up to this, gross, are paid without approval; 0: none. */
const automaticUpTo = limit(0, 250_000);

/** How batches to bank accounts go: by M-PESA to the bank's pay bill, or in a file that a person takes to the bank. */
const bankRoute = z.enum(['pay-bill', 'file']);

/** Fees and limits that hold together. What is left out of the last three stays as it is. */
export const newFeesAndLimits = z
  .object({
    fees,
    limits,
    approvalFrom: approvalFrom.optional(),
    automaticUpTo: automaticUpTo.optional(),
    bankRoute: bankRoute.optional(),
  })
  .superRefine(({ fees: rates, limits: chosen }, context) => {
    for (const name of ['minimumPurchase', 'minimumWithdrawal'] as const) {
      if (chosen[name] > chosen.maximumTransaction) {
        context.addIssue({
          code: 'custom',
          path: ['limits', name],
          message: 'This is more than one transaction may be',
        });
      }
    }
    const least = chosen.minimumWithdrawal;
    if (least - feeShillings(least, rates.withdrawalBasisPoints) < LEAST_PAY_OUT_SHILLINGS) {
      context.addIssue({
        code: 'custom',
        path: ['limits', 'minimumWithdrawal'],
        message: `After the fee less than KES ${LEAST_PAY_OUT_SHILLINGS} would be left, which M-PESA does not pay out`,
      });
    }
    for (const name of ['daily', 'wallet'] as const) {
      if (chosen[name] < chosen.maximumTransaction) {
        context.addIssue({
          code: 'custom',
          path: ['limits', name],
          message: 'This is less than one transaction may be',
        });
      }
    }
  });
export type NewFeesAndLimits = z.infer<typeof newFeesAndLimits>;

const whole = z.number().int().nonnegative();

/** What is in force may have come with the configuration, whose bounds are wider. */
const feesAndLimitsInForce = z.object({
  fees: z.object({ depositBasisPoints: whole, withdrawalBasisPoints: whole, settlementBasisPoints: whole }),
  limits: z.object({
    minimumPurchase: whole,
    minimumWithdrawal: whole,
    maximumTransaction: whole,
    daily: whole,
    wallet: whole,
  }),
  approvalFrom: whole,
  automaticUpTo: whole,
  bankRoute,
});
export type FeesAndLimits = z.infer<typeof feesAndLimitsInForce>;

export const feesAndLimitsVersion = settingVersion.extend({ feesAndLimits: feesAndLimitsInForce });
export type FeesAndLimitsVersion = z.infer<typeof feesAndLimitsVersion>;

const feesAndLimitsState = z.object({
  /** Before the first change: what the configuration says, with a `versionId` of zeros, from 1970 on. */
  current: feesAndLimitsVersion,
  /** Newest first: those to come, the current one, and the last hundred before it. */
  versions: z.array(feesAndLimitsVersion),
  /** What the configuration says, which is what the first version replaced. */
  configured: feesAndLimitsInForce,
  /** For `basedOn` of a change: the version that was written last. */
  latestVersionId: basedOn,
});

export const readFeesAndLimits = endpoint({
  ...ofFeesAndLimits,
  method: 'GET',
  path: '/api/admin/v1/fees-and-limits',
  roles: administratorRoles.everybody,
  summary: 'Fees and limits: what is in force, what is coming, and what was',
  answer: feesAndLimitsState,
  refusals: [],
});

/**
 * Whatever was registered before keeps the fee that was shown. Processes follow within a second. Another fee, and a higher
 * amount from which two administrators decide or up to which batches are paid without one, wait for a second one.
 * @see Refusal `effective_day_invalid`: the day is over, or more than a year ahead
 */
export const changeFeesAndLimits = endpoint({
  ...ofFeesAndLimits,
  method: 'POST',
  path: '/api/admin/v1/fees-and-limits',
  needsStepUp: true,
  roles: administratorRoles.administrator,
  summary: 'Change fees and limits, now or from the beginning of a day in Nairobi on',
  body: z.object({
    feesAndLimits: newFeesAndLimits,
    /** A day in Nairobi after today; at once when absent. */
    effectiveFrom: day.optional(),
    reason: adminReason,
    basedOn,
  }),
  example: {
    body: {
      feesAndLimits: {
        fees: { depositBasisPoints: 500, withdrawalBasisPoints: 500, settlementBasisPoints: 500 },
        limits: {
          minimumPurchase: 10,
          minimumWithdrawal: 20,
          maximumTransaction: 250_000,
          daily: 500_000,
          wallet: 500_000,
        },
        approvalFrom: 10_000,
        automaticUpTo: 250_000,
        bankRoute: 'pay-bill',
      },
      effectiveFrom: '2027-06-30',
      reason: sample.reason,
      basedOn: sample.id,
    },
  },
  answer: feesAndLimitsState.extend({ action: actionOutcome }),
  message: 'Saved',
  refusals: ['setting_changed', 'setting_same', 'effective_day_invalid', 'approval_open'],
  rate: { perMinute: 30 },
});

export const withdrawFeesAndLimits = endpoint({
  ...ofFeesAndLimits,
  method: 'POST',
  path: '/api/admin/v1/fees-and-limits/:versionId/withdraw',
  needsStepUp: true,
  roles: administratorRoles.administrator,
  summary: 'Take back a change that is not in force yet',
  params: z.object({ versionId: uuid }),
  body: z.object({ reason: adminReason }),
  example: { params: { versionId: sample.id }, body: { reason: sample.reason } },
  answer: feesAndLimitsState,
  message: 'Taken back',
  refusals: ['not_found', 'setting_in_force'],
  rate: { perMinute: 30 },
});
