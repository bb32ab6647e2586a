import { parseVoucherCode } from '@zawadi/contract';
import { cachePerDatabase } from '../../platform/db/cache-per-database.ts';
import type { Db } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { Refusal } from '../../platform/refusal.ts';
import { growingDelayThenBlock, noteAttemptIn } from '../sessions/index.ts';
import { reportWrongCodes } from './report-wrong-codes.ts';
import { readSlowedMerchants, slowMerchant } from './wrong-codes-store.ts';

const BLOCKED_SECONDS = 900;
const BY_ONE_MERCHANT = growingDelayThenBlock({
  free: 10,
  blockedAfter: 20,
  blockedSeconds: BLOCKED_SECONDS,
});

/** Until when merchants have to wait, by the clock of `performance`. Nearly always nobody has to. */
const slowedIn = cachePerDatabase<ReadonlyMap<string, number>>({
  load: async (db) => {
    const readAt = performance.now();
    const slowed = await readSlowedMerchants(db);
    return new Map(slowed.map(({ merchantId, seconds }) => [merchantId, readAt + seconds * 1_000]));
  },
  maximumAgeMs: 1_000,
  maximumEntries: 1,
});

/**
 * Runs a look-up or redemption by code and counts the codes that nobody has, over all processes: ten are free, then
 * the merchant waits longer and longer, and after twenty for a quarter of an hour. Whoever has to wait is refused
 * before anything is looked up. A mistyped code, which its check symbol gives away, is no guess.
 * @param asked.id a voucher id or a code, as the merchant gave it
 * @throws Refusal `too_many_requests`, and what `run` throws
 */
export async function countingWrongCodes<Answer>(
  deps: Pick<Deps, 'db' | 'keys'>,
  asked: { merchantId: string; id: string },
  run: () => Promise<Answer>,
): Promise<Answer> {
  await requirePatience(deps.db, asked.merchantId);
  try {
    return await run();
  } catch (error) {
    const isWrongCode = error instanceof Refusal && error.code === 'voucher_not_found';
    if (isWrongCode && parseVoucherCode(asked.id)) await noteWrongCode(deps, asked.merchantId);
    throw error;
  }
}

async function requirePatience(db: Db, merchantId: string): Promise<void> {
  const until = (await slowedIn(db).read('all')).get(merchantId);
  const leftMs = until === undefined ? 0 : until - performance.now();
  if (leftMs > 0) throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(leftMs / 1_000) });
}

async function noteWrongCode(deps: Pick<Deps, 'db' | 'keys'>, merchantId: string): Promise<void> {
  const attempt = { words: ['wrong-code', merchantId], rule: BY_ONE_MERCHANT };
  const waitSeconds = await inTransaction(deps.db, async (tx) => {
    const seconds = await noteAttemptIn(tx, deps.keys, attempt);
    if (seconds > 0) await slowMerchant(tx, { merchantId, seconds });
    if (seconds >= BLOCKED_SECONDS) await reportWrongCodes(tx, merchantId);
    return seconds;
  });
  if (waitSeconds > 0) slowedIn(deps.db).forgetAll();
}
