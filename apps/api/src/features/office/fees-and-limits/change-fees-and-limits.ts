import { isDeepStrictEqual } from 'node:util';
import { shortened } from '@zawadi/contract';
import type {
  changeFeesAndLimits as endpoint,
  FeesAndLimitsVersion,
  HandlerAnswer,
  HandlerInput,
  readFeesAndLimits,
} from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { executeOrRequestApproval } from '../../services/approvals/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import {
  FEES_AND_LIMITS,
  completed,
  configuredFeesAndLimits,
  forgetFeesAndLimits,
  fullFeesAndLimits,
  listVersions,
  lockSetting,
  readVersions,
  withdrawStoredVersion,
} from '../../services/settings/index.ts';
import {
  feesAndLimitsAction,
  describeChanges,
  LONGEST_TEXT,
  readReplaced,
} from './fees-and-limits-action.ts';

type State = HandlerAnswer<typeof readFeesAndLimits>;
type FeesAndLimitsDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

const ZEROS = '00000000-0000-0000-0000-000000000000';

/** Lists current, scheduled and past fees and limits. */
export async function listCharges({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<State> {
  const { versions: stored, latestVersionId } = await listVersions(db, FEES_AND_LIMITS);
  const versions = stored.map(({ value, ...version }) => ({
    ...version,
    feesAndLimits: fullFeesAndLimits(config, value),
  }));
  return {
    current: versions.find(({ state }) => state === 'current') ?? configuredVersion(config),
    versions,
    configured: configuredFeesAndLimits(config),
    latestVersionId,
  };
}

/**
 * Changes fees and limits, at once or from the start of a later day. Another fee, a higher amount that one
 * administrator may decide alone, or a weaker limit of new accounts needs a second administrator's approval. Registered payments keep their fee.
 * @throws Refusal `setting_changed`, `setting_same`, `effective_day_invalid`; `validation_failed` for a transaction
 *   limit above the configured limit of a settlement batch
 */
export async function changeFeesAndLimits(
  deps: FeesAndLimitsDeps,
  request: HandlerInput<typeof endpoint>['body'] & { auditor: Auditor },
): Promise<HandlerAnswer<typeof endpoint>> {
  const { feesAndLimits, effectiveFrom, basedOn, reason, auditor } = request;
  const largest = deps.config.limits.maximumTransaction;
  if (feesAndLimits.limits.maximumTransaction > largest) {
    const path = 'feesAndLimits.limits.maximumTransaction';
    throw new Refusal('validation_failed', {
      fields: [{ path, message: `Please enter at most ${largest.toLocaleString('en-KE')}` }],
    });
  }
  const replaced = await inTransaction(deps.db, (tx) => readReplaced(tx, deps, request));
  const wanted = completed(feesAndLimits, replaced);
  const { latestVersionId } = await listVersions(deps.db, FEES_AND_LIMITS);
  if (latestVersionId !== basedOn) throw new Refusal('setting_changed');
  if (isDeepStrictEqual(replaced, wanted)) throw new Refusal('setting_same');
  const action = await executeOrRequestApproval(deps, feesAndLimitsAction(deps), {
    subjectKind: 'setting',
    subjectId: FEES_AND_LIMITS,
    summary: shortened(
      `Change fees and limits${effectiveFrom ? ` from ${effectiveFrom} on` : ''}: ${describeChanges(replaced, wanted)}`,
      LONGEST_TEXT,
    ),
    amountCents: 0n,
    reason,
    input: { feesAndLimits, effectiveFrom, basedOn },
    auditor,
  });
  return { ...(await listCharges(deps)), action };
}

/**
 * Withdraws a scheduled change.
 * @throws Refusal `not_found`, `setting_in_force`
 */
export async function withdrawFeesAndLimits(
  deps: FeesAndLimitsDeps,
  { versionId, reason, auditor }: { versionId: string; reason: string; auditor: Auditor },
): Promise<State> {
  await inTransaction(deps.db, async (tx) => {
    await lockSetting(tx, FEES_AND_LIMITS);
    const version = await findVersion(tx, versionId);
    if (!version) throw new Refusal('not_found');
    if (!(await withdrawStoredVersion(tx, versionId, auditor.administratorId)))
      throw new Refusal('setting_in_force');
    const { value, effectiveFrom } = version;
    await recordAudit(tx, auditor, {
      action: 'fees-and-limits.withdrawn',
      subjectKind: 'setting',
      subjectId: FEES_AND_LIMITS,
      reason,
      before: { ...fullFeesAndLimits(deps.config, value), effectiveFrom: nairobiDay(effectiveFrom) },
    });
  });
  forgetFeesAndLimits(deps.db);
  return listCharges(deps);
}

async function findVersion(db: Db, versionId: string) {
  return (await readVersions(db, FEES_AND_LIMITS)).find(({ id }) => id === versionId);
}

function configuredVersion(config: Deps['config']): FeesAndLimitsVersion {
  return {
    versionId: ZEROS,
    effectiveFrom: new Date(0).toISOString(),
    changedAt: new Date(0).toISOString(),
    reason: 'The configuration of this system',
    state: 'current',
    feesAndLimits: configuredFeesAndLimits(config),
  };
}
