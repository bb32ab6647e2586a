import type { FeatureName } from '@zawadi/contract';
import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readSwitches } from './store.ts';

const cacheOf = cachePerDatabase<ReadonlySet<FeatureName>>({
  load: async (db) => new Set((await readSwitches(db)).filter(({ isOn }) => isOn).map(({ name }) => name)),
  maximumAgeMs: 1_000,
  maximumEntries: 1,
});

/** What is switched on, as it was at most a second ago. */
export function readFeaturesOn(db: Db): Promise<ReadonlySet<FeatureName>> {
  return cacheOf(db).read('all');
}

/** @throws Refusal `feature_off` */
export async function requireFeature(db: Db, name: FeatureName): Promise<void> {
  if (!(await readFeaturesOn(db)).has(name)) throw new Refusal('feature_off');
}

/** To be called after a switch was changed and committed. Other processes notice within a second. */
export function forgetFeaturesOn(db: Db): void {
  cacheOf(db).forgetAll();
}
