import { isDeepStrictEqual } from 'node:util';
import type { SettingVersion } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { beginningOfNairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { insertVersion, lockSetting, readVersions, type StoredVersion } from './version-store.ts';

const LONGEST_AHEAD_MS = 366 * DAY_MS;

type Version = SettingVersion & {
  /** Null for the default. The value was validated when it was stored; parse it again. */
  value: unknown;
};

/**
 * Lists the versions of a setting, sorted by effectiveFrom, latest first, with the id of the version that was written
 * last.
 */
export async function listVersions(
  db: Db,
  name: string,
): Promise<{ versions: Version[]; latestVersionId: string | null }> {
  const stored = await readVersions(db, name);
  const current = inForce(stored, ({ isDue }) => isDue);
  return {
    versions: stored.map((version) => describe(version, current)),
    latestVersionId: latestOf(stored)?.id ?? null,
  };
}

/**
 * Describes which version a change replaces. If another version is written first, a request for approval of the
 * change becomes outdated.
 */
export function describeReplacedVersion(
  { latestVersionId }: { latestVersionId: string | null },
  basedOn: string | null,
): string {
  return latestVersionId === basedOn
    ? 'in place of what was in force when it was asked for'
    : 'in place of a later change';
}

export type Change = {
  name: string;
  /** Null for the default. */
  value: unknown;
  /** The default value, to detect whether the change has an effect. */
  initial: unknown;
  /** Absent for an immediate change. */
  effectiveFrom?: Date | undefined;
  reason: string;
  basedOn: string | null;
  changedBy: string;
  /** Id of the action that writes the version, if the action may need two administrators. */
  approvalId?: string | undefined;
};

/**
 * Writes a version of a setting.
 * @returns the value that was in force before; null for the default
 * @throws Refusal `setting_changed` when another version was written since, `setting_same` when nothing would change
 */
export async function writeVersion(tx: Transaction, change: Change): Promise<unknown> {
  const { name, value, initial, effectiveFrom } = change;
  await lockSetting(tx, name);
  const stored = await readVersions(tx, name);
  if ((latestOf(stored)?.id ?? null) !== change.basedOn) throw new Refusal('setting_changed');
  const was = replacedValueOf(stored, effectiveFrom);
  if (isDeepStrictEqual(was ?? initial, value ?? initial)) throw new Refusal('setting_same');
  await insertVersion(tx, { ...change, id: newId(), effectiveFrom });
  return was;
}

/**
 * Reads the value that a change would replace; null for the default. Locks the setting until the end of the
 * transaction.
 */
export async function readReplacedValue(
  tx: Transaction,
  name: string,
  effectiveFrom: Date | undefined,
): Promise<unknown> {
  await lockSetting(tx, name);
  return replacedValueOf(await readVersions(tx, name), effectiveFrom);
}

/**
 * Returns the beginning of the day on which a change takes effect.
 * @returns undefined for an immediate change
 * @throws Refusal `effective_day_invalid` for a day that has begun, or is more than a year ahead
 */
export function effectiveMomentOf({ clock }: Pick<Deps, 'clock'>, day: string | undefined): Date | undefined {
  if (day === undefined) return undefined;
  const moment = beginningOfNairobiDay(day);
  const aheadMs = moment.getTime() - clock.now().getTime();
  if (aheadMs <= 0 || aheadMs > LONGEST_AHEAD_MS) throw new Refusal('effective_day_invalid');
  return moment;
}

function replacedValueOf(stored: StoredVersion[], effectiveFrom: Date | undefined): unknown {
  const before = effectiveFrom
    ? inForce(stored, (one) => one.effectiveFrom <= effectiveFrom)
    : inForce(stored, ({ isDue }) => isDue);
  return before?.value ?? null;
}

/** Finds the version in force; `stored` is sorted by effectiveFrom, latest first. */
function inForce(
  stored: StoredVersion[],
  isThen: (version: StoredVersion) => boolean,
): StoredVersion | undefined {
  return stored.find((version) => !version.isWithdrawn && isThen(version));
}

function latestOf(stored: StoredVersion[]): StoredVersion | undefined {
  return stored.toSorted((one, other) => other.changedAt.getTime() - one.changedAt.getTime())[0];
}

function describe(version: StoredVersion, current: StoredVersion | undefined): Version {
  const { id, value, effectiveFrom, reason, changedAt, changedBy } = version;
  return {
    versionId: id,
    effectiveFrom: effectiveFrom.toISOString(),
    reason,
    changedAt: changedAt.toISOString(),
    changedBy,
    state: stateOf(version, current),
    value,
  };
}

function stateOf(version: StoredVersion, current: StoredVersion | undefined): SettingVersion['state'] {
  if (version.isWithdrawn) return 'withdrawn';
  if (!version.isDue) return 'upcoming';
  return version === current ? 'current' : 'past';
}
