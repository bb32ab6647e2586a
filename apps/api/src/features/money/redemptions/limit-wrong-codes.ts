import { parseVoucherCode } from '@zawadi/contract';
import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { insertWrongCode } from '../../merchants/fraud/index.ts';
import { growingDelayThenBlock, noteAttemptIn } from '../../access/sessions/index.ts';
import { readThrottled, throttle } from './store.ts';

// Ten delays, each twice the one before, add up to 17 minutes; a shorter block would be weaker than the last delay.
const BY_ONE = growingDelayThenBlock({
  free: 10,
  blockedAfter: 20,
  blockedSeconds: 3_600,
  withinSeconds: DAY_MS / 1_000,
});

/** Until when guessers are throttled, by the clock of `performance`. Nearly always empty. */
const throttledIn = cachePerDatabase<ReadonlyMap<string, number>>({
  load: async (db) => {
    const readAt = performance.now();
    const throttled = await readThrottled(db);
    return new Map(throttled.map(({ guesser, seconds }) => [guesser, readAt + seconds * 1_000]));
  },
  maximumAgeMs: 1_000,
  maximumEntries: 1,
});

/**
 * Runs a look-up or redemption by code and counts unknown codes, over all processes and for a day: ten are
 * free, then the guesser waits longer and longer, and after twenty for an hour each. A fraud rule looks at what was
 * tried. A throttled guesser is refused before the look-up. A mistyped code, which its check symbol gives away, is no
 * guess.
 * @param asked.guesser a member of the merchant's staff; for its own system the merchant, as it has one API key
 * @param asked.id a voucher id or a code, as it was given
 * @param asked.address from where it was asked
 * @throws Refusal `too_many_requests`, and what `run` throws
 */
export async function withWrongCodeLimit<Answer>(
  deps: Pick<Deps, 'db' | 'keys'>,
  asked: { merchantId: string; guesser: string; id: string; address: string },
  run: () => Promise<Answer>,
): Promise<Answer> {
  await requireNotThrottled(deps.db, asked.guesser);
  try {
    return await run();
  } catch (error) {
    const isWrongCode = error instanceof Refusal && error.code === 'voucher_not_found';
    if (isWrongCode && parseVoucherCode(asked.id)) await noteWrongCode(deps, asked);
    throw error;
  }
}

async function requireNotThrottled(db: Db, guesser: string): Promise<void> {
  const until = (await throttledIn(db).read('all')).get(guesser);
  const leftMs = until === undefined ? 0 : until - performance.now();
  if (leftMs > 0) throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(leftMs / 1_000) });
}

async function noteWrongCode(
  deps: Pick<Deps, 'db' | 'keys'>,
  { merchantId, guesser, address }: { merchantId: string; guesser: string; address: string },
): Promise<void> {
  const attempt = { words: ['wrong-code', guesser], rule: BY_ONE };
  const seconds = await inTransaction(deps.db, async (tx) => {
    const { waitSeconds } = await noteAttemptIn(tx, deps.keys, attempt);
    if (waitSeconds > 0) await throttle(tx, { guesser, seconds: waitSeconds });
    await insertWrongCode(tx, { merchantId, staffId: guesser === merchantId ? null : guesser, address });
    return waitSeconds;
  });
  if (seconds > 0) throttledIn(deps.db).forgetAll();
}
