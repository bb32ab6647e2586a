import { isDeepStrictEqual } from 'node:util';
import {
  administratorRoles,
  limitedSubject,
  ownLimitsChange,
  type changeOwnLimits as endpoint,
  type HandlerAnswer,
  type HandlerInput,
  type LimitedSubject,
  type OwnLimits,
} from '@zawadi/contract';
import type { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  approvable,
  executeOrRequestApproval,
  type Approvable,
  type ApprovalAction,
} from '../../services/approvals/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import {
  describeReplacedVersion,
  effectiveMomentOf,
  listVersions,
  lockSetting,
  writeVersion,
} from '../../services/settings/index.ts';
import { namesOf } from './limits-in-force.ts';
import { listOwnLimits, readLimits, requireSubject, settingOf } from './list-own-limits.ts';

type ChangeDeps = Pick<Deps, 'db' | 'config' | 'clock'>;
const input = ownLimitsChange.extend(limitedSubject.shape);
type Change = z.infer<typeof input>;

/** Actions of this feature that approvals execute. */
export function actions(deps: ChangeDeps): Approvable[] {
  return [approvable(limitsAction(deps))];
}

/**
 * Changes a person's or shop's own limits. Limits that are not stricter need a second administrator's approval.
 * @throws Refusal as the contract lists them
 */
export async function changeOwnLimits(
  deps: ChangeDeps,
  request: HandlerInput<typeof endpoint>['params'] &
    HandlerInput<typeof endpoint>['body'] & { auditor: Auditor },
): Promise<HandlerAnswer<typeof endpoint>> {
  const { subjectKind, subjectId, limits, until, basedOn, reason, auditor } = request;
  const subject = { subjectKind, subjectId };
  await requireSubject(deps.db, subject);
  requirePossible(deps, subject, limits);
  effectiveMomentOf(deps, until);
  const { versions, latestVersionId, current } = await listOwnLimits(deps, subject);
  if (latestVersionId !== basedOn) throw new Refusal('setting_changed');
  const before = { limits: current?.limits ?? {}, until: current?.until };
  if (isDeepStrictEqual(before, { limits, until: isNone(limits) ? undefined : until }))
    throw new Refusal('setting_same');
  const action = await executeOrRequestApproval(deps, limitsAction(deps), {
    ...subject,
    summary: `${versions.length === 0 ? 'Set' : 'Change'} own limits: ${describe(limits, until)}`,
    amountCents: 0n,
    reason,
    input: { ...subject, limits, until, basedOn },
    auditor,
  });
  return { ...(await listOwnLimits(deps, subject)), action };
}

function limitsAction(deps: ChangeDeps): ApprovalAction<Change> {
  return {
    kind: 'own-limits',
    schema: input,
    roles: administratorRoles.administrator,
    needsTwo: async (tx, change) => {
      const { general, inForce, own } = await lockLimits(tx, deps, change);
      return !isStricter(general, inForce, own, change);
    },
    preview: async (tx, change) => {
      const { own } = await lockLimits(tx, deps, change);
      return {
        amountCents: 0n,
        way: describeReplacedVersion(await listVersions(tx, settingOf(change)), change.basedOn),
        change: { before: fieldsOf(own), after: fieldsOf(isNone(change.limits) ? undefined : change) },
      };
    },
    execute: async (tx, { id: approvalId, input: change, reason, makerId, auditor }) => {
      const { subjectKind, subjectId, limits, until, basedOn } = change;
      effectiveMomentOf(deps, until);
      const { own } = await lockLimits(tx, deps, change);
      const value = isNone(limits) ? null : { limits, ...(until !== undefined && { until }) };
      const version = { name: settingOf(change), value, initial: null, reason, basedOn };
      await writeVersion(tx, { ...version, changedBy: makerId, approvalId });
      await recordAudit(tx, auditor, {
        action: 'own-limits.changed',
        subjectKind,
        subjectId,
        reason,
        before: fieldsOf(own),
        after: fieldsOf(value ?? undefined),
      });
      return undefined;
    },
  };
}

async function lockLimits(tx: Transaction, deps: ChangeDeps, subject: LimitedSubject) {
  await lockSetting(tx, settingOf(subject));
  return readLimits(tx, deps, subject);
}

/** Refuses limits of the other kind of subject, and a transaction that M-PESA would not make. */
function requirePossible({ config }: ChangeDeps, subject: LimitedSubject, limits: OwnLimits): void {
  const wrong = Object.keys(limits).find((name) => !namesOf(subject).includes(name as keyof OwnLimits));
  const most = config.limits.maximumTransaction;
  const isTooHigh = (limits.transaction ?? 0) > most;
  const name = wrong ?? (isTooHigh ? 'transaction' : undefined);
  if (name === undefined) return;
  const message = isTooHigh
    ? `Please enter at most ${most.toLocaleString('en-KE')}`
    : 'Not a limit of this kind';
  throw new Refusal('validation_failed', { fields: [{ path: `limits.${name}`, message }] });
}

const isNone = (limits: OwnLimits) => Object.keys(limits).length === 0;

function fieldsOf(
  own: { limits: OwnLimits; until?: string | undefined } | undefined,
): Record<string, string | number> {
  return { ...own?.limits, ...(own?.until !== undefined && { until: own.until }) };
}

const WORDS: Record<keyof OwnLimits, string> = {
  transaction: 'at most KES {} at once',
  purchasesDaily: 'purchases KES {} a day',
  withdrawalsDaily: 'withdrawals KES {} a day',
  redemption: 'at most KES {} per redemption',
  redemptionsDaily: 'redemptions KES {} a day',
  vouchersDaily: 'own vouchers KES {} a day',
};

function describe(limits: OwnLimits, until: string | undefined): string {
  if (isNone(limits)) return 'none';
  const parts = Object.entries(limits).map(([name, value]) =>
    WORDS[name as keyof OwnLimits].replace('{}', value.toLocaleString('en-KE')),
  );
  return [...parts, ...(until === undefined ? [] : [`until ${until}`])].join('; ');
}

type LimitsUntil = { limits: OwnLimits; until?: string | undefined };

const NEVER = 'never';

/**
 * Returns whether one administrator can make a change alone, because it is stricter: no limit becomes higher than what
 * applies now, no own limit disappears or ends earlier, and none above the general limits lasts longer.
 * `approval_of_stricter_limits()` in the database checks the same for the former own limits.
 * @param applied the limits that apply now
 * @param former the own limits in force
 */
function isStricter(
  general: OwnLimits,
  applied: OwnLimits,
  former: LimitsUntil | undefined,
  next: LimitsUntil,
): boolean {
  const [formerEnd, nextEnd] = [former?.until ?? NEVER, next.until ?? NEVER];
  const isKept = (name: string) => name in next.limits;
  if (former && (nextEnd < formerEnd || !Object.keys(former.limits).every(isKept))) return false;
  return Object.entries(next.limits).every(([name, value]) => {
    const most = (limits: OwnLimits) => limits[name as keyof OwnLimits] ?? Infinity;
    if (value > most(applied)) return false;
    return value <= most(general) || nextEnd === formerEnd;
  });
}
