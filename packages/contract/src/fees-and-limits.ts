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
 * Limits in KES, on gross amounts. M-PESA itself moves at most 250,000 at once and pays out no less than 10. `daily`
 * limits a consumer's payments and, counted separately, withdrawals on one day in Nairobi. `wallet` limits the balance,
 * and is checked on claims.
 */
export const limits = z.object({
  minimumPurchase: limit(1, 250_000),
  minimumWithdrawal: limit(10, 250_000),
  maximumTransaction: limit(10, 250_000),
  daily: limit(10, 10_000_000),
  wallet: limit(10, 10_000_000),
});
export type Limits = z.infer<typeof limits>;

/**
 * The amount from which two administrators decide about money. Amounts that one administrator moved alone within a day
 * are added up.
 */
const approvalFrom = limit(0, 1_000_000);

/** Settlement batches up to this gross amount are paid without approval; 0: none. */
const automaticUpTo = limit(0, 250_000);

/**
 * How batches for bank accounts are paid: by M-PESA to the bank's pay bill, or by a file that a person takes to the
 * bank.
 */
const bankRoute = z.enum(['pay-bill', 'file']);

/**
 * The most that a new account withdraws on one day in Nairobi. An account is new for this number of days after its
 * first claim or paid purchase, or, without these, after the first money in its wallet; 0: no account is new.
 */
const newAccounts = z.object({ days: limit(0, 90), daily: limit(10, 10_000_000) });

/** The balance of the pay-out account below which administrators are alerted; 0: only what is due counts. */
const lowFloat = limit(0, 1_000_000_000);

const count = (minimum: number, maximum: number) =>
  settableNumber(minimum, maximum, 'Please enter a whole number');

/**
 * USSD: limits on one phone number, and when administrators are alerted. The first three limit sessions within ten
 * minutes, confirmed claims within an hour, and wrong numbers of gifts within an hour. `resumeMinutes` is the time after
 * a cut session in which its caller may go on; 0: never. `silentMinutes`, `usualSessions`: an alert is raised if no
 * request came for this time, although at least so many sessions began at this time of day on average. `failedPercent`:
 * an alert is raised if at least this share of requests fails.
 */
const ussd = z.object({
  sessionsPerTenMinutes: count(3, 200),
  confirmationsPerHour: count(1, 50),
  wrongNumbersPerHour: count(1, 20),
  resumeMinutes: count(0, 60),
  silentMinutes: count(5, 720),
  usualSessions: count(1, 10_000),
  failedPercent: count(1, 100),
});
export type UssdLimits = z.infer<typeof ussd>;

/** Settlements on demand: their fee in hundredths of a percent, the smallest amount, and the most on one day. */
const onDemand = z.object({
  feeBasisPoints: basisPoints,
  minimum: limit(10, 250_000),
  daily: limit(10, 10_000_000),
});

/**
 * Fees and limits that do not contradict each other. If one of the last seven fields is omitted, it stays unchanged.
 */
export const newFeesAndLimits = z
  .object({
    fees,
    limits,
    approvalFrom: approvalFrom.optional(),
    automaticUpTo: automaticUpTo.optional(),
    bankRoute: bankRoute.optional(),
    newAccounts: newAccounts.optional(),
    onDemand: onDemand.optional(),
    lowFloat: lowFloat.optional(),
    ussd: ussd.optional(),
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

/** Values in force may come from the configuration, which allows wider bounds than administrators have. */
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
  newAccounts: z.object({ days: whole, daily: whole }),
  onDemand: z.object({ feeBasisPoints: whole, minimum: whole, daily: whole }),
  lowFloat: whole,
  ussd,
});
export type FeesAndLimits = z.infer<typeof feesAndLimitsInForce>;

export const feesAndLimitsVersion = settingVersion.extend({ feesAndLimits: feesAndLimitsInForce });
export type FeesAndLimitsVersion = z.infer<typeof feesAndLimitsVersion>;

const feesAndLimitsState = z.object({
  /** Before the first change these are the values of the configuration, with a `versionId` of zeros, from 1970 on. */
  current: feesAndLimitsVersion,
  /** Newest first: upcoming versions, the current version, and at most a hundred past versions. */
  versions: z.array(feesAndLimitsVersion),
  /** The values of the configuration, in force until the first version. */
  configured: feesAndLimitsInForce,
  /** The newest version. A change must send its id as `basedOn`. */
  latestVersionId: basedOn,
});

export const readFeesAndLimits = endpoint({
  ...ofFeesAndLimits,
  method: 'GET',
  path: '/api/admin/v1/fees-and-limits',
  roles: administratorRoles.everybody,
  summary: 'Get fees and limits: current, upcoming and past versions',
  answer: feesAndLimitsState,
  refusals: [],
});

/**
 * Payments that are already registered keep the fee that was shown. All processes apply a change within a second. A
 * second administrator must approve a new fee, a higher amount from which two decide, a higher amount up to which
 * batches are paid without approval, a weaker limit of new accounts, or more settlements on demand in a day.
 * @see Refusal `effective_day_invalid`: the day is over, or more than a year ahead
 */
export const changeFeesAndLimits = endpoint({
  ...ofFeesAndLimits,
  method: 'POST',
  path: '/api/admin/v1/fees-and-limits',
  needsStepUp: true,
  roles: administratorRoles.administrator,
  summary: 'Change fees and limits, at once or from the start of a day in Nairobi',
  body: z.object({
    feesAndLimits: newFeesAndLimits,
    /** A future day in Nairobi; the change takes effect at once if absent. */
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
        newAccounts: { days: 7, daily: 20_000 },
        onDemand: { feeBasisPoints: 200, minimum: 500, daily: 250_000 },
        lowFloat: 50_000,
        ussd: {
          sessionsPerTenMinutes: 20,
          confirmationsPerHour: 5,
          wrongNumbersPerHour: 5,
          resumeMinutes: 5,
          silentMinutes: 30,
          usualSessions: 10,
          failedPercent: 50,
        },
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
  summary: 'Withdraw a change that is not in force yet',
  params: z.object({ versionId: uuid }),
  body: z.object({ reason: adminReason }),
  example: { params: { versionId: sample.id }, body: { reason: sample.reason } },
  answer: feesAndLimitsState,
  message: 'Taken back',
  refusals: ['not_found', 'setting_in_force'],
  rate: { perMinute: 30 },
});
