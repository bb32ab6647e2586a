import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Db } from '../../../platform/db/database.ts';
import { attemptKey, type AttemptRule } from './attempts.ts';
import { forgetAttemptsOf, readAttempts } from './attempts-store.ts';

/** Attempts that may delay the next attempt: those with exactly these words, or all of an account. */
export type AttemptCounter = { rule: AttemptRule } & (
  | { words: readonly string[]; account?: undefined }
  | { account: readonly string[]; words?: undefined }
);

export type Lock = {
  /** Number of attempts that the rule counts now. */
  tries: number;
  /** Seconds that the next attempt has to wait; 0 for no wait. */
  waitSeconds: number;
};

/** Reads how long an account is locked out: the longest wait of the counters under each name. */
export async function readLocks<Name extends string>(
  deps: { db: Db; keys: Keys },
  watched: Record<Name, AttemptCounter[]>,
): Promise<Record<Name, Lock>> {
  const names = Object.keys(watched) as Name[];
  const found = await readAttempts(
    deps.db,
    keysOf(deps.keys, Object.values<AttemptCounter[]>(watched).flat()),
  );
  const locks = names.map((name) => {
    const counted = watched[name].flatMap((one) => {
      const { rule } = one;
      const isMeant = matches(deps.keys, one);
      return found.filter(isMeant).map(({ ages }) => ({
        tries: ages.filter((age) => age < rule.forgetsAfterSeconds).length,
        waitSeconds: Math.ceil(rule.waitSeconds(ages)),
      }));
    });
    const tries = Math.max(0, ...counted.map((lock) => lock.tries));
    return [name, { tries, waitSeconds: Math.max(0, ...counted.map((lock) => lock.waitSeconds)) }];
  });
  return Object.fromEntries(locks) as Record<Name, Lock>;
}

/** Deletes the attempts in these counters, so that the account is not locked out any more. */
export async function clearLocks(deps: { db: Db; keys: Keys }, watched: AttemptCounter[]): Promise<void> {
  await forgetAttemptsOf(deps.db, keysOf(deps.keys, watched));
}

function keysOf(keys: Keys, watched: AttemptCounter[]): { keys: Buffer[]; accounts: Buffer[] } {
  return {
    keys: watched.flatMap(({ words }) => (words ? [attemptKey(keys, words)] : [])),
    accounts: watched.flatMap(({ account }) => (account ? [attemptKey(keys, account)] : [])),
  };
}

function matches(keys: Keys, { words, account }: AttemptCounter) {
  const wanted = attemptKey(keys, words ?? account);
  return (record: { key: Buffer; account: Buffer | null }) =>
    words ? record.key.equals(wanted) : record.account?.equals(wanted) === true;
}
