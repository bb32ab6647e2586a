import { parseCodeOrAlias, parseVoucherAlias } from '@zawadi/contract';
import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { networkOf } from '../../../platform/net/public-address.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { growingDelayThenBlock, countFailedAttemptIn } from '../../people/sessions/index.ts';
import { readFeaturesOn } from '../../services/settings/index.ts';
import { requireKnownAlias } from '../vouchers/index.ts';
import { insertWrongCode, readThrottled, throttle, throttleMerchant } from './wrong-codes-store.ts';

// Limit per guesser. Ten delays, each double the last, add up to 17 minutes. The block must be longer than the last
// delay.
const BY_ONE = growingDelayThenBlock({
  free: 10,
  blockedAfter: 20,
  blockedSeconds: 3_600,
  withinSeconds: DAY_MS / 1_000,
});

// Limit of all guessers at one merchant together, against keys created only for guessing. A guesser's attempts count
// only until it is blocked. So one broken system, however fast, never blocks the shop's tills.
const BY_MERCHANT = growingDelayThenBlock({
  free: 100,
  blockedAfter: 110,
  blockedSeconds: 3_600,
  withinSeconds: DAY_MS / 1_000,
});

/** A staff member of the merchant, or one of its API keys; the main key has the merchant's id. */
export type Guesser = { staffId: string; keyId?: never } | { keyId: string; staffId?: never };

type Asked = {
  merchantId: string;
  by: Guesser;
  id: string;
  address: string;
  /** Whether `run` gives a retry its stored answer although there is an obstacle. */
  answersRetries?: true;
};

/** Throttled guessers with the end of their wait, by `performance.now()`. Nearly always empty. */
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
 * Runs a look-up or redemption by code, and throttles guessers of unknown codes. Attempts count for a day across all
 * processes. Ten are free; then the wait grows, and after twenty each wait is an hour. Counts each staff member and
 * each API key separately, and has a higher limit for a merchant's total. A fraud rule examines the attempts. Refuses
 * a throttled guesser before the look-up; other processes do so within a second. Until then the shared count refuses
 * wrong codes. Aliases have narrower limits as well (`requireKnownAlias`). A mistyped code, detected by its check symbol,
 * does not count, and no alias while they are switched off.
 * @param asked.id a voucher id, a code or an alias, unparsed
 * @param asked.address IP address of the caller
 * @param run.obstacle why the alias may do nothing new; only passed if `asked.answersRetries`
 * @throws Refusal `too_many_requests`, and what `run` throws
 */
export async function withWrongCodeLimit<Answer>(
  deps: Pick<Deps, 'db' | 'keys'>,
  asked: Asked,
  run: (obstacle?: Refusal) => Promise<Answer>,
): Promise<Answer> {
  await requireNotThrottled(deps.db, asked);
  const alias = parseVoucherAlias(asked.id);
  const isOff = alias !== undefined && !(await readFeaturesOn(deps.db)).has('aliases');
  try {
    const obstacle = isOff ? new Refusal('voucher_not_found') : await refusalOf(deps, asked.by, alias);
    if (obstacle && asked.answersRetries !== true) throw obstacle;
    return await run(obstacle);
  } catch (error) {
    const isWrongCode = error instanceof Refusal && error.code === 'voucher_not_found';
    if (isWrongCode && !isOff && parseCodeOrAlias(asked.id)) await noteWrongCode(deps, asked);
    throw error;
  }
}

/** Returns why an alias is refused; undefined if it is known, or if there is none. */
async function refusalOf(
  deps: Pick<Deps, 'db' | 'keys'>,
  by: Guesser,
  alias: string | undefined,
): Promise<Refusal | undefined> {
  if (alias === undefined) return undefined;
  try {
    await requireKnownAlias(deps, { guesser: guesserOf(by), alias });
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

async function requireNotThrottled(db: Db, { by, merchantId }: Asked): Promise<void> {
  const throttled = await throttledIn(db).read('all');
  if (throttled.size === 0) return;
  const until = Math.max(...[guesserOf(by), allOf(merchantId)].map((name) => throttled.get(name) ?? 0));
  const leftMs = until - performance.now();
  if (leftMs > 0) throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(leftMs / 1_000) });
}

/**
 * Counts a wrong code and throttles the guesser if necessary.
 * @throws Refusal `too_many_requests` if another process has throttled the guesser
 */
async function noteWrongCode(deps: Pick<Deps, 'db' | 'keys'>, asked: Asked): Promise<void> {
  const { merchantId, by, address } = asked;
  const guesser = guesserOf(by);
  const { waitSeconds, cameTooEarly } = await inTransaction(deps.db, async (tx) => {
    const one = await countFailedAttemptIn(tx, deps.keys, { words: ['wrong-code', guesser], rule: BY_ONE });
    if (one.waitSeconds > 0) await throttle(tx, { guesser, seconds: one.waitSeconds });
    const isBlocked = one.made >= BY_ONE.remembers;
    const words = ['wrong-code', 'merchant', merchantId];
    const all = isBlocked
      ? undefined
      : await countFailedAttemptIn(tx, deps.keys, { words, rule: BY_MERCHANT });
    if (all && all.waitSeconds > 0) await throttleMerchant(tx, { merchantId, seconds: all.waitSeconds });
    const keyId = by.keyId === merchantId ? null : (by.keyId ?? null);
    await insertWrongCode(tx, {
      merchantId,
      staffId: by.staffId ?? null,
      keyId,
      address: networkOf(address),
    });
    return {
      waitSeconds: Math.max(one.waitSeconds, all?.waitSeconds ?? 0),
      cameTooEarly: one.cameTooEarly || all?.cameTooEarly === true,
    };
  });
  if (waitSeconds > 0) throttledIn(deps.db).forgetAll();
  if (cameTooEarly) throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
}

function guesserOf({ staffId, keyId }: Guesser): string {
  return staffId ?? keyId;
}

/** Key under which `readThrottled` lists a merchant's total. */
function allOf(merchantId: string): string {
  return `merchant ${merchantId}`;
}
