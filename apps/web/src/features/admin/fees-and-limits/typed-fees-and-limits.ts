import {
  newFeesAndLimits,
  type Fees,
  type FeesAndLimits,
  type Limits,
  type UssdLimits,
} from '@zawadi/contract/fees-and-limits';
import { shillingsTyped } from '../../../ui/shillings-typed.ts';
import type { FieldProblems } from '../../forms/typed-fields.ts';

export const FEE_NAMES = ['depositBasisPoints', 'withdrawalBasisPoints', 'settlementBasisPoints'] as const;
export const LIMIT_NAMES = [
  'minimumPurchase',
  'minimumWithdrawal',
  'maximumTransaction',
  'daily',
  'wallet',
] as const;
export const CONTROL_NAMES = ['approvalFrom', 'automaticUpTo', 'lowFloat'] as const;
export const ON_DEMAND_NAMES = ['onDemandFee', 'onDemandMinimum', 'onDemandDaily'] as const;
export const NEW_ACCOUNT_NAMES = ['newAccountDays', 'newAccountDaily'] as const;
export const USSD_NAMES = [
  'sessionsPerTenMinutes',
  'confirmationsPerHour',
  'wrongNumbersPerHour',
  'resumeMinutes',
  'silentMinutes',
  'usualSessions',
  'failedPercent',
] as const satisfies readonly (keyof UssdLimits)[];

type FeeOrLimitName =
  | keyof Fees
  | keyof Limits
  | (typeof CONTROL_NAMES)[number]
  | (typeof NEW_ACCOUNT_NAMES)[number]
  | (typeof ON_DEMAND_NAMES)[number]
  | (typeof USSD_NAMES)[number];
/** Percentages, amounts in shillings, days and counts, as typed. */
type TypedFeesAndLimits = Record<FeeOrLimitName, string> & Pick<FeesAndLimits, 'bankRoute'>;

/** Formats fees and limits as the text of the form's fields. */
export function typedFeesAndLimits(feesAndLimits: FeesAndLimits): TypedFeesAndLimits {
  const { fees, limits, approvalFrom, automaticUpTo, bankRoute, newAccounts, onDemand, lowFloat, ussd } =
    feesAndLimits;
  return {
    depositBasisPoints: String(fees.depositBasisPoints / 100),
    withdrawalBasisPoints: String(fees.withdrawalBasisPoints / 100),
    settlementBasisPoints: String(fees.settlementBasisPoints / 100),
    minimumPurchase: limits.minimumPurchase.toLocaleString('en-KE'),
    minimumWithdrawal: limits.minimumWithdrawal.toLocaleString('en-KE'),
    maximumTransaction: limits.maximumTransaction.toLocaleString('en-KE'),
    daily: limits.daily.toLocaleString('en-KE'),
    wallet: limits.wallet.toLocaleString('en-KE'),
    approvalFrom: approvalFrom.toLocaleString('en-KE'),
    automaticUpTo: automaticUpTo.toLocaleString('en-KE'),
    bankRoute,
    newAccountDays: String(newAccounts.days),
    newAccountDaily: newAccounts.daily.toLocaleString('en-KE'),
    onDemandFee: String(onDemand.feeBasisPoints / 100),
    onDemandMinimum: onDemand.minimum.toLocaleString('en-KE'),
    onDemandDaily: onDemand.daily.toLocaleString('en-KE'),
    lowFloat: lowFloat.toLocaleString('en-KE'),
    ...byUssdName((name) => ussd[name].toLocaleString('en-KE')),
  };
}

/** Parses the typed values; NaN if a value is not a number. */
export function chargesOf(typed: TypedFeesAndLimits): FeesAndLimits {
  return {
    fees: {
      depositBasisPoints: basisPointsTyped(typed.depositBasisPoints),
      withdrawalBasisPoints: basisPointsTyped(typed.withdrawalBasisPoints),
      settlementBasisPoints: basisPointsTyped(typed.settlementBasisPoints),
    },
    limits: {
      minimumPurchase: shillingsTyped(typed.minimumPurchase),
      minimumWithdrawal: shillingsTyped(typed.minimumWithdrawal),
      maximumTransaction: shillingsTyped(typed.maximumTransaction),
      daily: shillingsTyped(typed.daily),
      wallet: shillingsTyped(typed.wallet),
    },
    approvalFrom: shillingsTyped(typed.approvalFrom),
    automaticUpTo: shillingsTyped(typed.automaticUpTo),
    bankRoute: typed.bankRoute,
    newAccounts: {
      days: shillingsTyped(typed.newAccountDays),
      daily: shillingsTyped(typed.newAccountDaily),
    },
    onDemand: {
      feeBasisPoints: basisPointsTyped(typed.onDemandFee),
      minimum: shillingsTyped(typed.onDemandMinimum),
      daily: shillingsTyped(typed.onDemandDaily),
    },
    lowFloat: shillingsTyped(typed.lowFloat),
    ussd: byUssdName((name) => shillingsTyped(typed[name])),
  };
}

function byUssdName<Value>(valueOf: (name: keyof UssdLimits) => Value): Record<keyof UssdLimits, Value> {
  return {
    sessionsPerTenMinutes: valueOf('sessionsPerTenMinutes'),
    confirmationsPerHour: valueOf('confirmationsPerHour'),
    wrongNumbersPerHour: valueOf('wrongNumbersPerHour'),
    resumeMinutes: valueOf('resumeMinutes'),
    silentMinutes: valueOf('silentMinutes'),
    usualSessions: valueOf('usualSessions'),
    failedPercent: valueOf('failedPercent'),
  };
}

/** Returns the first sentence for each invalid field; covers every value that the contract rejects. */
export function problemsInFeesAndLimits(typed: TypedFeesAndLimits): FieldProblems<FeeOrLimitName> {
  const feesAndLimits = chargesOf(typed);
  const { fees, limits } = feesAndLimits;
  const problems: FieldProblems<FeeOrLimitName> = {};
  for (const name of FEE_NAMES) {
    if (Number.isNaN(fees[name])) problems[name] = 'Please enter a percentage such as 2.5';
  }
  for (const name of LIMIT_NAMES) {
    if (Number.isNaN(limits[name])) problems[name] = 'Please enter whole shillings';
  }
  for (const name of CONTROL_NAMES) {
    if (Number.isNaN(feesAndLimits[name])) problems[name] = 'Please enter whole shillings';
  }
  const { days, daily } = feesAndLimits.newAccounts;
  if (Number.isNaN(days)) problems.newAccountDays = 'Please enter a number of days';
  if (Number.isNaN(daily)) problems.newAccountDaily = 'Please enter whole shillings';
  const { onDemand } = feesAndLimits;
  if (Number.isNaN(onDemand.feeBasisPoints)) problems.onDemandFee = 'Please enter a percentage such as 2.5';
  if (Number.isNaN(onDemand.minimum)) problems.onDemandMinimum = 'Please enter whole shillings';
  if (Number.isNaN(onDemand.daily)) problems.onDemandDaily = 'Please enter whole shillings';
  for (const name of USSD_NAMES) {
    if (Number.isNaN(feesAndLimits.ussd[name])) problems[name] = 'Please enter a whole number';
  }
  for (const { path, message } of newFeesAndLimits.safeParse(feesAndLimits).error?.issues ?? []) {
    const name = nameAt(path.join('.'));
    if (name !== undefined) problems[name] ??= message;
  }
  return problems;
}

/** Fields whose last part of the path is the name of another field. */
const NESTED: Record<string, FeeOrLimitName> = {
  'newAccounts.days': 'newAccountDays',
  'newAccounts.daily': 'newAccountDaily',
  'onDemand.feeBasisPoints': 'onDemandFee',
  'onDemand.minimum': 'onDemandMinimum',
  'onDemand.daily': 'onDemandDaily',
};

function nameAt(path: string): FeeOrLimitName | undefined {
  return (
    NESTED[path] ??
    [...FEE_NAMES, ...LIMIT_NAMES, ...CONTROL_NAMES, ...USSD_NAMES].find(
      (name) => path.split('.').at(-1) === name,
    )
  );
}

/** Parses a percentage (`2.5`, `2,5` or `2.5 %`) to basis points; NaN if it is none. */
export function basisPointsTyped(typed: string): number {
  const compact = typed.replaceAll(/[\s%]/gu, '').replace(',', '.');
  return /^\d{1,3}(?:\.\d{1,2})?$/u.test(compact) ? Math.round(Number(compact) * 100) : Number.NaN;
}
