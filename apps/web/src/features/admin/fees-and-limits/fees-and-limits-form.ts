import {
  newFeesAndLimits,
  type FeesAndLimits,
  type Fees,
  type Limits,
} from '@zawadi/contract/fees-and-limits';
import { shillingsTyped } from '../../../ui/money-field.tsx';
import type { FieldProblems } from '../../forms/typed-fields.ts';

export type FeeOrLimitName = keyof Fees | keyof Limits | 'approvalFrom';
/** Percentages and shillings as they are typed. */
export type TypedFeesAndLimits = Record<FeeOrLimitName, string>;

export const FEE_NAMES = ['depositBasisPoints', 'withdrawalBasisPoints', 'settlementBasisPoints'] as const;
export const LIMIT_NAMES = [
  'minimumPurchase',
  'minimumWithdrawal',
  'maximumTransaction',
  'daily',
  'wallet',
] as const;

/** Fees and limits as fields hold them. */
export function typedFeesAndLimits({ fees, limits, approvalFrom }: FeesAndLimits): TypedFeesAndLimits {
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
  };
}

/** What was typed, NaN where it is no number. */
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
  };
}

/** The first sentence to show at each field; whatever the contract would not take has one. */
export function problemsInFeesAndLimits(typed: TypedFeesAndLimits): FieldProblems<FeeOrLimitName> {
  const { fees, limits, approvalFrom } = chargesOf(typed);
  const problems: FieldProblems<FeeOrLimitName> = {};
  for (const name of FEE_NAMES) {
    if (Number.isNaN(fees[name])) problems[name] = 'Please enter a percentage such as 2.5';
  }
  for (const name of LIMIT_NAMES) {
    if (Number.isNaN(limits[name])) problems[name] = 'Please enter whole shillings';
  }
  if (Number.isNaN(approvalFrom)) problems.approvalFrom = 'Please enter whole shillings';
  for (const { path, message } of newFeesAndLimits.safeParse({ fees, limits, approvalFrom }).error?.issues ??
    []) {
    const name = [...FEE_NAMES, ...LIMIT_NAMES, 'approvalFrom' as const].find((one) => one === path.at(-1));
    if (name !== undefined) problems[name] ??= message;
  }
  return problems;
}

/** Hundredths of a percent of `2.5`, `2,5` or `2.5 %`; NaN for anything else. */
export function basisPointsTyped(typed: string): number {
  const compact = typed.replaceAll(/[\s%]/gu, '').replace(',', '.');
  return /^\d{1,3}(?:\.\d{1,2})?$/u.test(compact) ? Math.round(Number(compact) * 100) : Number.NaN;
}
