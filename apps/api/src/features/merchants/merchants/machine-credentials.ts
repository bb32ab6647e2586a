import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import type { Db } from '../../../platform/db/database.ts';
import { readMachineCredentials, type MachineCredentials } from './api-key-store.ts';

const cacheOf = cachePerDatabase<MachineCredentials | undefined>({
  load: async (db, apiKey) => (await readMachineCredentials(db, [apiKey])).get(apiKey),
  loadMany: async (db, apiKeys) => {
    const found = await readMachineCredentials(db, apiKeys);
    return apiKeys.map((apiKey) => found.get(apiKey));
  },
  maximumAgeMs: 1_000,
  maximumEntries: 10_000,
});

/** What a machine request is checked against, as it was at most a second ago. */
export async function findMachineCredentials(
  db: Db,
  apiKey: string,
): Promise<MachineCredentials | undefined> {
  return cacheOf(db).read(apiKey);
}

/** To be called after a merchant's secret or status was changed and committed. */
export function forgetMachineCredentials(db: Db): void {
  cacheOf(db).forgetAll();
}
