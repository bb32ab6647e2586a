import type { Deps } from '../../../config/deps.ts';
import { removeOldCalls } from './request-log-store.ts';

const AT_ONCE = 5_000;

/**
 * Removes what the log of the merchant API has kept for 30 days, in small transactions.
 * @returns how many calls were removed
 */
export async function forgetOldCalls({ db }: Pick<Deps, 'db'>): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await removeOldCalls(db, AT_ONCE);
    removed += count;
    if (count < AT_ONCE) return removed;
  }
}
