import type {
  changeFeatureSwitch as endpoint,
  FeatureName,
  FeatureSwitch,
  HandlerInput,
  RefusalCode,
} from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../audit/index.ts';
import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import { hasPasskey, readSwitches, setFeatureSwitch, type SwitchRow } from './store.ts';

const cacheOf = cachePerDatabase<ReadonlySet<FeatureName>>({
  load: async (db) => new Set((await readSwitches(db)).filter(({ isOn }) => isOn).map(({ name }) => name)),
  maximumAgeMs: 1_000,
  maximumEntries: 1,
});

/** Lists every switch with its latest change, and whether this administrator can switch it on. */
export async function listFeatureSwitches(
  { db }: Pick<Deps, 'db'>,
  administratorId: string,
): Promise<{ switches: FeatureSwitch[] }> {
  const rows = await readSwitches(db);
  const obstacles = await Promise.all(rows.map(({ name }) => obstacleTo(db, name, administratorId)));
  return { switches: rows.map((row, index) => describe(row, obstacles[index] === undefined)) };
}

/**
 * Switches a feature on or off. If the switch already has the value, nothing changes and the history gets no entry.
 * @throws Refusal `card_provider_missing`, `own_passkey_missing`
 */
export async function changeFeatureSwitch(
  { db }: Pick<Deps, 'db'>,
  { auditor, ...request }: HandlerInput<typeof endpoint>['body'] & { auditor: Auditor },
): Promise<FeatureSwitch> {
  const { name, isOn } = request;
  const obstacle = await obstacleTo(db, name, auditor.administratorId);
  if (isOn && obstacle) throw new Refusal(obstacle);
  const row = await inTransaction(db, async (tx) => {
    const isChanged = await setFeatureSwitch(tx, {
      id: newId(),
      ...request,
      changedBy: auditor.administratorId,
    });
    const changed = (await readSwitches(tx)).find((one) => one.name === name);
    if (isChanged) {
      await recordAudit(tx, auditor, {
        action: 'feature.switched',
        subjectKind: 'feature',
        subjectId: name,
        reason: request.reason,
        before: { isOn: !isOn },
        after: { isOn },
      });
    }
    return changed;
  });
  forgetFeaturesOn(db);
  if (!row) throw new Error(`feature_switches has no row ${name}`);
  return describe(row, obstacle === undefined);
}

/** Returns the features that are on; at most a second stale. */
export function readFeaturesOn(db: Db): Promise<ReadonlySet<FeatureName>> {
  return cacheOf(db).read('all');
}

/**
 * Refuses a request while a feature is off.
 * @throws Refusal `feature_off`
 */
export async function requireFeature(db: Db, name: FeatureName): Promise<void> {
  if (!(await readFeaturesOn(db)).has(name)) throw new Refusal('feature_off');
}

function describe({ name, isOn, reason, changedAt, changedBy }: SwitchRow, canBeOn: boolean): FeatureSwitch {
  const changed =
    changedAt === null
      ? undefined
      : { at: changedAt.toISOString(), by: changedBy ?? '', reason: reason ?? '' };
  return { name, isOn, canBeOn, changed };
}

/** Returns the reason why an administrator cannot switch a feature on; undefined if there is none. */
async function obstacleTo(
  db: Db,
  name: FeatureName,
  administratorId: string,
): Promise<RefusalCode | undefined> {
  // No card provider can be configured yet. When one can, check its configuration here.
  if (name === 'cardPayment') return 'card_provider_missing';
  // Every administrator will need a passkey, so this administrator first has to prove that passkeys work here.
  return name === 'requirePasskeys' && !(await hasPasskey(db, administratorId))
    ? 'own_passkey_missing'
    : undefined;
}

/** Clears the cache. Call it after a change has committed; other processes read the change within a second. */
function forgetFeaturesOn(db: Db): void {
  cacheOf(db).forgetAll();
}
