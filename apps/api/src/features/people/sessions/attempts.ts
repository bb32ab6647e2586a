import type { Db, Transaction } from '../../../platform/db/database.ts';
import { lookupHash, type Keys } from '../../../platform/crypto/keys.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { forgetAttempts, lockAttempts, recordAttempt, takeBackAttempt } from './attempts-store.ts';

/** Decides from the ages of earlier attempts, in seconds, how long the next has to wait; 0 is now. */
export type AttemptRule = {
  waitSeconds: (agesSeconds: number[]) => number;
  /** How many of the latest attempts the decision needs. */
  remembers: number;
  /** After how many seconds an attempt no longer counts. */
  forgetsAfterSeconds: number;
};

/** At most so many within any span of so many seconds. */
export function atMost(count: number, withinSeconds: number): AttemptRule {
  return {
    remembers: count,
    forgetsAfterSeconds: withinSeconds,
    waitSeconds: (ages) => {
      const recent = ages.filter((age) => age < withinSeconds).toSorted((left, right) => left - right);
      const limiting = recent[count - 1];
      return limiting === undefined ? 0 : withinSeconds - limiting;
    },
  };
}

/**
 * The first attempts are free, then each waits twice as long as the one before, up to a longest delay: guessing gets
 * nowhere, and no account is locked out permanently.
 */
export function growingDelay(rule: {
  free: number;
  longestSeconds: number;
  forgottenAfterSeconds: number;
}): AttemptRule {
  return {
    remembers: rule.free + Math.ceil(Math.log2(rule.longestSeconds)) + 1,
    forgetsAfterSeconds: rule.forgottenAfterSeconds,
    waitSeconds: (ages) => {
      const recent = ages.filter((age) => age < rule.forgottenAfterSeconds);
      if (recent.length < rule.free) return 0;
      const delay = Math.min(2 ** (recent.length - rule.free), rule.longestSeconds);
      return Math.max(0, delay - Math.min(...recent));
    },
  };
}

/**
 * The first attempts are free, then each waits twice as long as the one before; after too many each waits for the whole
 * block. For codes that are guessed, where a block for a while harms no honest user.
 * @param rule.withinSeconds how long an attempt counts, as long as the block unless told otherwise; a guesser who sits
 *   every wait out must not be forgotten meanwhile
 */
export function growingDelayThenBlock(rule: {
  free: number;
  blockedAfter: number;
  blockedSeconds: number;
  withinSeconds?: number;
}): AttemptRule {
  const { withinSeconds = rule.blockedSeconds } = rule;
  return {
    remembers: rule.blockedAfter,
    forgetsAfterSeconds: withinSeconds,
    waitSeconds: (ages) => {
      const recent = ages.filter((age) => age < withinSeconds);
      if (recent.length < rule.free) return 0;
      const isBlocked = recent.length >= rule.blockedAfter;
      const delay = isBlocked ? rule.blockedSeconds : 2 ** (recent.length - rule.free);
      return Math.max(0, delay - Math.min(...recent));
    },
  };
}

/** One thing that must not be tried often, named by what and who. */
export type Attempt = {
  words: readonly string[];
  rule: AttemptRule;
  /** Names whose attempt it is where `words` has more in it than can be known later, such as an address. */
  account?: readonly string[];
};

/**
 * Counts an attempt before it is made, so that a hundred at once are a hundred. When any has to wait, none counts.
 * Inside a transaction that is rolled back nothing was counted: count tries of a secret with `countAttempts`.
 * @returns seconds to wait, 0 when all were counted
 */
export async function countAttemptsIn(tx: Transaction, keys: Keys, attempts: Attempt[]): Promise<number> {
  // All transactions lock in the order of the keys, so that two that share some cannot deadlock.
  const keyed = attempts
    .map(({ words, rule, account }) => ({
      rule,
      key: attemptKey(keys, words),
      account: account ? attemptKey(keys, account) : null,
    }))
    .toSorted((left, right) => Buffer.compare(left.key, right.key));
  let longestSeconds = 0;
  for (const { key, rule } of keyed) {
    longestSeconds = Math.max(longestSeconds, rule.waitSeconds(await lockAttempts(tx, key)));
  }
  if (longestSeconds > 0) return longestSeconds;
  for (const { key, rule, account } of keyed) {
    await recordAttempt(tx, key, { remembers: rule.remembers, account });
  }
  return 0;
}

/** `countAttemptsIn` in a transaction of its own. */
export async function countAttempts(deps: { db: Db; keys: Keys }, attempts: Attempt[]): Promise<number> {
  return inTransaction(deps.db, (tx) => countAttemptsIn(tx, deps.keys, attempts));
}

/**
 * Counts an attempt that has turned out to be wrong, whatever came before it.
 * @returns seconds that the next one has to wait, whether this one came before its own wait was over, and how many count
 *   now, as far as the rule remembers
 */
export async function noteAttemptIn(
  tx: Transaction,
  keys: Keys,
  { words, rule }: Attempt,
): Promise<{ waitSeconds: number; cameTooEarly: boolean; made: number }> {
  const key = attemptKey(keys, words);
  const ages = await lockAttempts(tx, key);
  await recordAttempt(tx, key, { remembers: rule.remembers, account: null });
  const all = [...ages, 0].slice(-rule.remembers);
  const made = all.filter((age) => age < rule.forgetsAfterSeconds).length;
  return { waitSeconds: rule.waitSeconds(all), cameTooEarly: rule.waitSeconds(ages) > 0, made };
}

/** Clears the record after a right answer. */
export async function clearAttempts(db: Db, keys: Keys, ...words: string[]): Promise<void> {
  await forgetAttempts(db, attemptKey(keys, words));
}

/** Takes back the attempt just counted and leaves those of others. */
export async function uncountAttempt(db: Db, keys: Keys, ...words: string[]): Promise<void> {
  await takeBackAttempt(db, attemptKey(keys, words));
}

export function attemptKey(keys: Keys, words: readonly string[]): Buffer {
  return lookupHash(keys, JSON.stringify(['attempt', ...words]));
}
