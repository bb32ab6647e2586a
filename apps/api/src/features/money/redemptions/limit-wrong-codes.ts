import { parseVoucherCode } from '@zawadi/contract';
import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { raiseWrongCodes } from '../../merchants/fraud/index.ts';
import { raiseReview } from '../../control/reviews/index.ts';
import { growingDelayThenBlock, noteAttemptIn } from '../../access/sessions/index.ts';
import { findMemberName, readThrottled, throttle } from './store.ts';

const TOLD_AFTER = 10;
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
 * free, then the guesser waits longer and longer, and after twenty for an hour each. The merchant and administrators
 * learn of the tenth. A throttled guesser is refused before the look-up. A mistyped code, which its check symbol
 * gives away, is no guess.
 * @param asked.guesser a member of the merchant's staff; for its own system the merchant, as it has one API key
 * @param asked.id a voucher id or a code, as it was given
 * @throws Refusal `too_many_requests`, and what `run` throws
 */
export async function withWrongCodeLimit<Answer>(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  asked: { merchantId: string; guesser: string; id: string },
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
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  { merchantId, guesser }: { merchantId: string; guesser: string },
): Promise<void> {
  const attempt = { words: ['wrong-code', guesser], rule: BY_ONE };
  const seconds = await inTransaction(deps.db, async (tx) => {
    const { waitSeconds, made } = await noteAttemptIn(tx, deps.keys, attempt);
    if (waitSeconds > 0) await throttle(tx, { guesser, seconds: waitSeconds });
    if (made >= TOLD_AFTER) await reportWrongCodes(tx, deps, { merchantId, guesser });
    return waitSeconds;
  });
  if (seconds > 0) throttledIn(deps.db).forgetAll();
}

/** Once for each guesser and day. */
async function reportWrongCodes(
  tx: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  { merchantId, guesser }: { merchantId: string; guesser: string },
): Promise<void> {
  const by = (await findMemberName(tx, guesser)) ?? 'The merchant API';
  const day = nairobiDay(clock.now());
  await raiseWrongCodes(tx, { merchantId, by, codes: TOLD_AFTER, subject: `${day} ${guesser}` });
  const details = { by, codes: TOLD_AFTER };
  await raiseReview(tx, {
    kind: 'wrong_codes',
    subjectId: merchantId,
    occurrence: `${day} ${guesser}`,
    details,
  });
}
