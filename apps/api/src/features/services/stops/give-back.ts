import type { Deps } from '../../../config/deps.ts';
import { giveBackDays, keepFromEnding } from './store.ts';

const AT_ONCE = 1_000;

/** Keeps vouchers and holds from ending during a stop, and gives back the days that ended stops took. */
export async function giveBackTime({ db }: Pick<Deps, 'db'>): Promise<void> {
  await keepFromEnding(db);
  while (await giveBackDays(db, AT_ONCE));
}
