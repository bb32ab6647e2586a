import type {
  changeCharges as endpoint,
  ChargesVersion,
  HandlerAnswer,
  HandlerInput,
  readCharges,
} from '@zawadi/contract';
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { nairobiDay } from '../../platform/nairobi-time.ts';
import { Refusal } from '../../platform/refusal.ts';
import { executeOrRequestApproval } from '../approvals/index.ts';
import { recordAudit, type Auditor } from '../audit/index.ts';
import {
  CHARGES,
  configuredCharges,
  forgetCharges,
  fullCharges,
  listVersions,
  lockSetting,
  readVersions,
  withdrawStoredVersion,
} from '../settings/index.ts';
import { chargesAction, inWords, needsSecondPerson, readReplaced } from './charges-action.ts';

type State = HandlerAnswer<typeof readCharges>;
type ChargesDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

const ZEROS = '00000000-0000-0000-0000-000000000000';

/** What is in force, what is coming, and what was. */
export async function listCharges({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<State> {
  const { versions: stored, latestVersionId } = await listVersions(db, CHARGES);
  const versions = stored.map(({ value, ...version }) => ({
    ...version,
    charges: fullCharges(config, value),
  }));
  return {
    current: versions.find(({ state }) => state === 'current') ?? configuredVersion(config),
    versions,
    configured: configuredCharges(config),
    latestVersionId,
  };
}

/**
 * Changes fees and limits, at once or from the beginning of a later day; another fee, or more that one person decides
 * about alone, once a second administrator has approved it. What is registered already keeps its fee.
 * @throws Refusal `setting_changed`, `setting_same`, `effective_day_invalid`; `validation_failed` for a transaction
 *   larger than a batch of settlements may be, which the configuration says
 */
export async function changeCharges(
  deps: ChargesDeps,
  request: HandlerInput<typeof endpoint>['body'] & { auditor: Auditor },
): Promise<HandlerAnswer<typeof endpoint>> {
  const { charges, effectiveFrom, basedOn, reason, auditor } = request;
  const largest = deps.config.limits.maximumTransaction;
  if (charges.limits.maximumTransaction > largest) {
    const path = 'charges.limits.maximumTransaction';
    throw new Refusal('validation_failed', {
      fields: [{ path, message: `Please enter at most ${largest.toLocaleString('en-KE')}` }],
    });
  }
  const replaced = await inTransaction(deps.db, (tx) => readReplaced(tx, deps, request));
  const wanted = { ...charges, approvalFrom: charges.approvalFrom ?? replaced.approvalFrom };
  const { latestVersionId } = await listVersions(deps.db, CHARGES);
  if (latestVersionId !== basedOn) throw new Refusal('setting_changed');
  if (isDeepStrictEqual(replaced, wanted)) throw new Refusal('setting_same');
  const action = await executeOrRequestApproval(deps, chargesAction(deps), {
    subjectKind: 'setting',
    subjectId: CHARGES,
    summary: `Change fees and limits${effectiveFrom ? ` from ${effectiveFrom} on` : ''}: ${inWords(wanted)}`,
    amountCents: 0n,
    reason,
    input: { charges, effectiveFrom, basedOn },
    auditor,
    needsTwo: needsSecondPerson(replaced, wanted),
  });
  return { ...(await listCharges(deps)), action };
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
      before: { ...fullCharges(deps.config, value), effectiveFrom: nairobiDay(effectiveFrom) },
    });
  });
  forgetCharges(deps.db);
  return listCharges(deps);
}

async function findVersion(db: Db, versionId: string) {
  return (await readVersions(db, CHARGES)).find(({ id }) => id === versionId);
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
