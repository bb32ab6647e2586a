import {
  charges as chargesSchema,
  type changeCharges as endpoint,
  type ChargesVersion,
  type HandlerAnswer,
  type HandlerInput,
} from '@zawadi/contract';
import type { Db } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { beginningOfNairobiDay, nairobiDay } from '../../platform/nairobi-time.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../audit/index.ts';
import { CHARGES, configuredCharges, forgetCharges } from './charges.ts';
import { lockSetting, readVersions, withdrawStoredVersion } from './version-store.ts';
import { listVersions, writeVersion } from './versions.ts';

type State = HandlerAnswer<typeof endpoint>;
type ChargesDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

const LONGEST_AHEAD_MS = 366 * DAY_MS;
const ZEROS = '00000000-0000-0000-0000-000000000000';

/** What is in force, what is coming, and what was. */
export async function listCharges({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<State> {
  const { versions: stored, latestVersionId } = await listVersions(db, CHARGES);
  const versions = stored.map(({ value, ...version }) => ({
    ...version,
    charges: chargesSchema.parse(value),
  }));
  return {
    current: versions.find(({ state }) => state === 'current') ?? configuredVersion(config),
    versions,
    configured: configuredCharges(config),
    latestVersionId,
  };
}

/**
 * Changes fees and limits, at once or from the beginning of a later day. What is registered already keeps its fee.
 * @throws Refusal `setting_changed`, `setting_same`, `effective_day_invalid`; `validation_failed` for a transaction
 *   larger than a batch of settlements may be, which the configuration says
 */
export async function changeCharges(
  deps: ChargesDeps,
  { charges, auditor, ...input }: HandlerInput<typeof endpoint>['body'] & { auditor: Auditor },
): Promise<State> {
  const largest = deps.config.limits.maximumTransaction;
  if (charges.limits.maximumTransaction > largest) {
    const path = 'charges.limits.maximumTransaction';
    throw new Refusal('validation_failed', {
      fields: [{ path, message: `Please enter at most ${largest.toLocaleString('en-KE')}` }],
    });
  }
  const effectiveFrom = momentOf(input.effectiveFrom, deps.clock.now());
  await inTransaction(deps.db, async (tx) => {
    const initial = configuredCharges(deps.config);
    const { reason, basedOn } = input;
    const change = { name: CHARGES, value: charges, initial, effectiveFrom, reason, basedOn };
    const before = await writeVersion(tx, { ...change, changedBy: auditor.staffId });
    await recordAudit(tx, auditor, {
      action: 'charges.changed',
      subjectKind: 'setting',
      subjectId: CHARGES,
      reason,
      before: before === null ? initial : chargesSchema.parse(before),
      after: { ...charges, ...(input.effectiveFrom && { effectiveFrom: input.effectiveFrom }) },
    });
  });
  forgetCharges(deps.db);
  return listCharges(deps);
}

/** @throws Refusal `not_found`, `setting_in_force` */
export async function withdrawCharges(
  deps: ChargesDeps,
  { versionId, reason, auditor }: { versionId: string; reason: string; auditor: Auditor },
): Promise<State> {
  await inTransaction(deps.db, async (tx) => {
    await lockSetting(tx, CHARGES);
    const version = await findVersion(tx, versionId);
    if (!version) throw new Refusal('not_found');
    if (!(await withdrawStoredVersion(tx, versionId))) throw new Refusal('setting_in_force');
    const { value, effectiveFrom } = version;
    await recordAudit(tx, auditor, {
      action: 'charges.withdrawn',
      subjectKind: 'setting',
      subjectId: CHARGES,
      reason,
      before: { ...chargesSchema.parse(value), effectiveFrom: nairobiDay(effectiveFrom) },
    });
  });
  forgetCharges(deps.db);
  return listCharges(deps);
}

async function findVersion(db: Db, versionId: string) {
  return (await readVersions(db, CHARGES)).find(({ id }) => id === versionId);
}

/** @returns undefined for at once */
function momentOf(day: string | undefined, now: Date): Date | undefined {
  if (day === undefined) return undefined;
  const moment = beginningOfNairobiDay(day);
  const aheadMs = moment.getTime() - now.getTime();
  if (aheadMs <= 0 || aheadMs > LONGEST_AHEAD_MS) throw new Refusal('effective_day_invalid');
  return moment;
}

function configuredVersion(config: Deps['config']): ChargesVersion {
  return {
    versionId: ZEROS,
    effectiveFrom: new Date(0).toISOString(),
    changedAt: new Date(0).toISOString(),
    reason: 'The configuration of this system',
    state: 'current',
    charges: configuredCharges(config),
  };
}
