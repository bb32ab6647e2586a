import type { Db, Transaction } from '../../../platform/db/database.ts';
import { lookupHash, type Keys } from '../../../platform/crypto/keys.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import {
  forgetAttempts,
  lockAttempts,
  readAttempts,
  recordAttempt,
  takeBackAttempt,
} from './attempts-store.ts';

/**
 * A rate limit. `waitSeconds` returns from the ages of earlier attempts how long the next attempt must wait;
 * 0 for no wait.
 */
export type AttemptRule = {
  waitSeconds: (agesSeconds: number[]) => number;
  /** Number of latest attempts that `waitSeconds` needs. */
  remembers: number;
  /** Seconds after which an attempt no longer counts. */
  forgetsAfterSeconds: number;
};

/** Allows at most `count` attempts within any `withinSeconds`. */
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
 * Allows some free attempts, then doubles each wait up to a longest delay. Makes guessing hopeless without
 * locking an account permanently.
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
 * Allows some free attempts, then doubles each wait; after `blockedAfter` attempts each waits for the whole
 * block. Use it for guessed codes, where a temporary block harms no honest user.
 * @param rule.withinSeconds how long an attempt counts; by default as long as the block. Set it longer to
 * block a guesser who waits between attempts
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

/** A rate-limited attempt; `words` name action and person. */
export type Attempt = {
  words: readonly string[];
  rule: AttemptRule;
  /** Finds the attempt later by account, if `words` has a part that is unknown then, such as an IP address. */
  account?: readonly string[];
};

/**
 * Counts attempts before they are made, so that a hundred concurrent attempts count as a hundred. If any attempt must
 * wait, counts none. A rollback of the transaction undoes the count, so count tries of a secret with `countAttempts`.
 * @returns seconds to wait; 0 when all attempts were counted
 */
export async function countAttemptsIn(tx: Transaction, keys: Keys, attempts: Attempt[]): Promise<number> {
  // Locks in the order of the keys, so that two transactions with common keys cannot deadlock.
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

/** Runs `countAttemptsIn` in a transaction of its own. */
export async function countAttempts(deps: { db: Db; keys: Keys }, attempts: Attempt[]): Promise<number> {
  return inTransaction(deps.db, (tx) => countAttemptsIn(tx, deps.keys, attempts));
}

/**
 * Counts a wrong attempt, even if its wait was not over.
 * @returns how long the next attempt must wait, whether this attempt was too early, and how many attempts
 * count now, as far as the rule remembers
 */
export async function countFailedAttemptIn(
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

/** Returns the seconds until a rule allows the next attempt. Locks and counts nothing. */
export async function readWaitSeconds(db: Db, keys: Keys, { words, rule }: Attempt): Promise<number> {
  const [found] = await readAttempts(db, { keys: [attemptKey(keys, words)], accounts: [] });
  return rule.waitSeconds(found?.ages ?? []);
}

/** Deletes the counted attempts, after a right one. */
export async function clearAttempts(db: Db, keys: Keys, ...words: string[]): Promise<void> {
  await forgetAttempts(db, attemptKey(keys, words));
}

/** Uncounts the latest attempt, and keeps earlier ones. */
export async function uncountAttempt(db: Db, keys: Keys, ...words: string[]): Promise<void> {
  await takeBackAttempt(db, attemptKey(keys, words));
}

export function attemptKey(keys: Keys, words: readonly string[]): Buffer {
  return lookupHash(keys, JSON.stringify(['attempt', ...words]));
}
