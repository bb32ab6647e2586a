import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  atMost,
  countAttemptsIn,
  countFailedAttemptIn,
  growingDelayThenBlock,
  readWaitSeconds,
  uncountAttempt,
} from '../../people/sessions/index.ts';
import { raiseAlert } from '../../services/alerts/index.ts';
import { findName } from '../../services/unique-names/index.ts';
import { voucherCodeKeys } from './secrets.ts';

type AliasDeps = Pick<Deps, 'db' | 'keys'>;

const HOUR_SECONDS = 3_600;

/** Wrong aliases within an hour, of all guessers together, after which no alias works for an hour. */
export const MOST_WRONG_ALIASES = 200;

// There are 10^12 aliases and 10^22 codes, so aliases have narrower limits.
const WRONG_PER_HOUR = 5;
const IN_A_DAY = atMost(20, DAY_MS / 1_000);
const EVERYBODY = {
  words: ['wrong-alias', 'everybody'],
  rule: growingDelayThenBlock({
    free: MOST_WRONG_ALIASES,
    blockedAfter: MOST_WRONG_ALIASES,
    blockedSeconds: HOUR_SECONDS,
  }),
};

/**
 * Refuses an alias that no voucher has, or has had. An unknown alias counts against the guesser, and against a limit
 * over all guessers. Guesses of one guesser wait for each other, so that a burst is not more than its limit. An alias
 * that was replaced counts as known, so that a retry gets its stored answer; the caller refuses everything else.
 * @param asked.guesser a till's staff member, an API key or a phone number
 * @param asked.alias its 13 digits
 * @throws Refusal `voucher_not_found`, `too_many_requests`
 */
export async function requireKnownAlias(
  deps: AliasDeps,
  asked: { guesser: string; alias: string },
): Promise<void> {
  const waitSeconds = await inTransaction(deps.db, (tx) => countUnlessKnown(tx, deps, asked));
  if (waitSeconds === 'known') return;
  if (waitSeconds === 'unknown') throw new Refusal('voucher_not_found');
  throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
}

/**
 * Decides as `requireKnownAlias` does, in the caller's transaction. Commit it also after a wrong alias.
 * @param asked.perHour wrong aliases of this guesser within an hour, after which the guesser waits
 * @returns seconds to wait after too many wrong aliases
 */
export async function countUnlessKnown(
  tx: Transaction,
  { keys }: AliasDeps,
  { guesser, alias, perHour = WRONG_PER_HOUR }: { guesser: string; alias: string; perHour?: number },
): Promise<number | 'known' | 'unknown'> {
  const hour = ['wrong-alias', 'hour', guesser];
  const day = ['wrong-alias', 'day', guesser];
  const waitSeconds = await countAttemptsIn(tx, keys, [
    { words: hour, rule: atMost(perHour, HOUR_SECONDS) },
    { words: day, rule: IN_A_DAY },
  ]);
  if (waitSeconds > 0) return waitSeconds;
  const waitOfAllSeconds = await readWaitSeconds(tx, keys, EVERYBODY);
  const isKnown = waitOfAllSeconds === 0 && (await isAliasKnown(tx, keys, alias));
  if (isKnown || waitOfAllSeconds > 0) {
    await uncountAttempt(tx, keys, ...hour);
    await uncountAttempt(tx, keys, ...day);
    return isKnown ? 'known' : waitOfAllSeconds;
  }
  const { made } = await countFailedAttemptIn(tx, keys, EVERYBODY);
  if (made >= MOST_WRONG_ALIASES) await raiseAlert(tx, { kind: 'aliases_guessed', details: { made } });
  return 'unknown';
}

async function isAliasKnown(tx: Transaction, keys: Deps['keys'], alias: string): Promise<boolean> {
  const names = voucherCodeKeys(keys, alias);
  for (const kind of ['voucher_code', 'former_voucher_code'] as const) {
    if (await findName(tx, kind, names)) return true;
  }
  return false;
}
