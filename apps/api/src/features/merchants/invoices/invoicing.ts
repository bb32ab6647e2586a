import {
  invoicing as schema,
  type changeInvoicing as endpoint,
  type HandlerAnswer,
  type HandlerInput,
  type Invoicing,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import {
  listVersions,
  lockSetting,
  effectiveMomentOf,
  readValueInForce,
  readVersions,
  withdrawStoredVersion,
  writeVersion,
} from '../../services/settings/index.ts';

type State = HandlerAnswer<typeof endpoint>;

const NAME = 'invoicing';

/** Kenya's general VAT rate. It applies until an administrator stores a version of the setting. */
const INITIAL_VAT_BASIS_POINTS = 1_600;

/** Reads the current issuer of invoices, if one is set. */
export async function readInvoicing(db: Db): Promise<Invoicing | undefined> {
  const found = await readValueInForce(db, NAME);
  return found ? schema.parse(found.value) : undefined;
}

/**
 * Reads the VAT rates and returns a function that finds the rate at any moment.
 * @returns the rate in hundredths of a percent of the fee without VAT
 */
export async function readVatRates(db: Db): Promise<(at: Date) => number> {
  const versions = (await readVersions(db, NAME))
    .filter(({ isWithdrawn }) => !isWithdrawn)
    .map(({ value, effectiveFrom }) => ({ effectiveFrom, ...schema.parse(value) }));
  return (at) =>
    versions.find(({ effectiveFrom }) => effectiveFrom <= at)?.vatBasisPoints ?? INITIAL_VAT_BASIS_POINTS;
}

/** Lists the current, future and past versions of the setting. */
export async function listInvoicing(db: Db): Promise<State> {
  const { versions, latestVersionId } = await listVersions(db, NAME);
  return {
    invoicing: await readInvoicing(db),
    initialVatBasisPoints: INITIAL_VAT_BASIS_POINTS,
    versions: versions.map(({ value, ...version }) => ({ ...version, invoicing: schema.parse(value) })),
    latestVersionId,
  };
}

/**
 * Stores a new version of the setting.
 * @throws Refusal `setting_changed`, `setting_same`, `effective_day_invalid`
 */
export async function changeInvoicing(
  deps: Pick<Deps, 'db' | 'clock'>,
  request: HandlerInput<typeof endpoint>['body'] & { auditor: Auditor },
): Promise<State> {
  const { invoicing, effectiveFrom: day, reason, basedOn, auditor } = request;
  const effectiveFrom = effectiveMomentOf(deps, day);
  await inTransaction(deps.db, async (tx) => {
    const change = { name: NAME, value: invoicing, initial: null, effectiveFrom, reason, basedOn };
    const before = await writeVersion(tx, { ...change, changedBy: auditor.administratorId });
    await recordAudit(tx, auditor, {
      action: 'invoicing.changed',
      subjectKind: 'setting',
      subjectId: NAME,
      reason,
      ...(before !== null && { before: schema.parse(before) }),
      after: { ...invoicing, ...(day !== undefined && { effectiveFrom: day }) },
    });
  });
  return listInvoicing(deps.db);
}

/**
 * Withdraws a version that is not in force yet.
 * @throws Refusal `not_found`, `setting_in_force`
 */
export async function withdrawInvoicing(
  { db }: Pick<Deps, 'db'>,
  { versionId, reason, auditor }: { versionId: string; reason: string; auditor: Auditor },
): Promise<State> {
  await inTransaction(db, async (tx) => {
    await lockSetting(tx, NAME);
    const version = (await readVersions(tx, NAME)).find(({ id }) => id === versionId);
    if (!version) throw new Refusal('not_found');
    if (!(await withdrawStoredVersion(tx, versionId, auditor.administratorId)))
      throw new Refusal('setting_in_force');
    await recordAudit(tx, auditor, {
      action: 'invoicing.withdrawn',
      subjectKind: 'setting',
      subjectId: NAME,
      reason,
      before: { ...schema.parse(version.value), effectiveFrom: nairobiDay(version.effectiveFrom) },
    });
  });
  return listInvoicing(db);
}
