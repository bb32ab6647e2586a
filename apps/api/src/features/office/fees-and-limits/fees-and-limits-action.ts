import { isDeepStrictEqual } from 'node:util';
import { newFeesAndLimits, administratorRoles, shortened, type FeesAndLimits } from '@zawadi/contract';
import { z } from 'zod';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { approvable, type Approvable, type ApprovalAction } from '../../services/approvals/index.ts';
import { recordAudit } from '../../services/audit/index.ts';
import {
  FEES_AND_LIMITS,
  completed,
  configuredFeesAndLimits,
  forgetFeesAndLimits,
  fullFeesAndLimits,
  effectiveMomentOf,
  readReplacedValue,
  writeVersion,
} from '../../services/settings/index.ts';

type FeesAndLimitsDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

/** Most characters of a text of an approval, less the sign that ends a shortened text. */
export const LONGEST_TEXT = 399;

const input = z.object({
  feesAndLimits: newFeesAndLimits,
  effectiveFrom: z.iso.date().optional(),
  basedOn: z.uuid().nullable(),
});
export type FeesAndLimitsChange = z.infer<typeof input>;

/** Actions of this feature that approvals execute. */
export function actions(deps: FeesAndLimitsDeps): Approvable[] {
  return [approvable(feesAndLimitsAction(deps))];
}

/** The action that approvals execute: writes a new version of fees and limits. */
export function feesAndLimitsAction(deps: FeesAndLimitsDeps): ApprovalAction<FeesAndLimitsChange> {
  const { config } = deps;
  return {
    kind: 'fees-and-limits',
    schema: input,
    roles: administratorRoles.administrator,
    needsTwo: async (tx, change) => {
      const replaced = await readReplaced(tx, deps, change);
      return feesNeedSecondPerson(replaced, completed(change.feesAndLimits, replaced));
    },
    preview: async (tx, change) => {
      const before = await readReplaced(tx, deps, change);
      const changed = describeChanges(completed(change.feesAndLimits, before), before);
      return { amountCents: 0n, way: shortened(`Instead of ${changed}`, LONGEST_TEXT) };
    },
    execute: async (tx, { id: approvalId, input: change, reason, makerId, auditor }) => {
      const { basedOn } = change;
      const replaced = await readReplaced(tx, deps, change);
      const value = completed(change.feesAndLimits, replaced);
      const initial = configuredFeesAndLimits(config);
      const effectiveFrom = effectiveMomentOf(deps, change.effectiveFrom);
      const version = { name: FEES_AND_LIMITS, value, initial, effectiveFrom, reason, basedOn };
      const before = await writeVersion(tx, { ...version, changedBy: makerId, approvalId });
      await recordAudit(tx, auditor, {
        action: 'fees-and-limits.changed',
        subjectKind: 'setting',
        subjectId: FEES_AND_LIMITS,
        reason,
        before: fullFeesAndLimits(config, before),
        after: { ...value, ...(change.effectiveFrom && { effectiveFrom: change.effectiveFrom }) },
      });
      return async () => forgetFeesAndLimits(deps.db);
    },
  };
}

/**
 * Reads the version that the change replaces: the current one, or the version in force at the start of the change's
 * day.
 */
export async function readReplaced(
  tx: Transaction,
  deps: FeesAndLimitsDeps,
  change: Pick<FeesAndLimitsChange, 'effectiveFrom'>,
): Promise<FeesAndLimits> {
  return fullFeesAndLimits(
    deps.config,
    await readReplacedValue(tx, FEES_AND_LIMITS, effectiveMomentOf(deps, change.effectiveFrom)),
  );
}

/**
 * Whether the change needs a second administrator. Fees take money from every customer; higher amounts let one
 * administrator, or the system, decide about more money; the limit of new accounts slows down stolen money.
 */
function feesNeedSecondPerson(before: FeesAndLimits, after: FeesAndLimits): boolean {
  const isRaised = after.approvalFrom > before.approvalFrom || after.automaticUpTo > before.automaticUpTo;
  const isFeeNew =
    !isDeepStrictEqual(before.fees, after.fees) ||
    before.onDemand.feeBasisPoints !== after.onDemand.feeBasisPoints;
  return isRaised || isWeaker(before, after) || isFeeNew || after.onDemand.daily > before.onDemand.daily;
}

function isWeaker({ newAccounts: before }: FeesAndLimits, { newAccounts: after }: FeesAndLimits): boolean {
  return before.days > 0 && (after.days < before.days || after.daily > before.daily);
}

/** Describes the values of `after` that differ from `before`, in one line. */
export function describeChanges(before: FeesAndLimits, after: FeesAndLimits): string {
  const old = partsOf(before);
  return partsOf(after)
    .filter((part, n) => part !== old[n])
    .join('; ');
}

function partsOf(feesAndLimits: FeesAndLimits): string[] {
  const { fees, limits, approvalFrom, automaticUpTo, bankRoute, newAccounts, onDemand, lowFloat, ussd } =
    feesAndLimits;
  const [deposit, withdrawal, settlement] = [
    fees.depositBasisPoints,
    fees.withdrawalBasisPoints,
    fees.settlementBasisPoints,
  ].map((basisPoints) => `${basisPoints / 100} %`);
  const kes = (shillings: number) => shillings.toLocaleString('en-KE');
  return [
    `deposit ${deposit}, withdrawal ${withdrawal}, settlement ${settlement}`,
    `two administrators from KES ${kes(approvalFrom)}`,
    `batches paid without approval up to ${kes(automaticUpTo)}, to banks by ${bankRoute === 'file' ? 'file' : 'pay bill'}`,
    `purchase from ${kes(limits.minimumPurchase)}, withdrawal from ${kes(limits.minimumWithdrawal)}`,
    `at most ${kes(limits.maximumTransaction)} at once, ${kes(limits.daily)} a day, wallet ${kes(limits.wallet)}`,
    newAccounts.days === 0
      ? 'new accounts without a limit'
      : `new accounts ${kes(newAccounts.daily)} a day for ${newAccounts.days} days`,
    `settlement on demand ${onDemand.feeBasisPoints / 100} %, from ${kes(onDemand.minimum)}, ${kes(onDemand.daily)} a day`,
    lowFloat === 0 ? 'no float threshold' : `float alert below ${kes(lowFloat)}`,
    `USSD ${ussd.sessionsPerTenMinutes} sessions, ${ussd.confirmationsPerHour} confirmations, ${ussd.wrongNumbersPerHour} wrong numbers, ${ussd.resumeMinutes} min`,
    `alert ${ussd.silentMinutes} min, ${ussd.usualSessions}, ${ussd.failedPercent} %`,
  ];
}
