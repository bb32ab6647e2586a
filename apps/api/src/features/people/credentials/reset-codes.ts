import { hashWith, type Key, type Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { atMost, clearAttempts, countAttempts, type AttemptCounter } from '../sessions/index.ts';
import { countTry, deleteCodeOf, extendCode, giveTryBack, putCode } from './one-time-code-store.ts';
import { hashCode, isCode, type RightCode } from './one-time-codes.ts';

type ReusableCode = { purpose: 'password-reset' | 'wallet-freeze'; subjectId: string };

const RESET = 'password-reset';
const TRIES_OF_A_CODE = 5;
const LIFETIME_MINUTES = { 'password-reset': 10, 'wallet-freeze': 60 } as const;
// If strangers use these tries up, the link in the same message still works.
const TRIES_A_DAY = atMost(20, 86_400);

/**
 * Returns the six-digit reset code of an account and contact. Extends the current code by ten minutes, or
 * makes a new one. The caller limits how often the code is sent.
 */
export function issueResetCode(
  tx: Transaction,
  keys: Keys,
  request: { subjectId: string; target: string },
): Promise<string> {
  return issueReusableCode(tx, keys, { purpose: RESET, ...request });
}

/**
 * Does the same as `issueResetCode` for any purpose. A freeze code is valid for an hour, so that a stranger's
 * requests do not void the owner's code.
 */
export async function issueReusableCode(
  tx: Transaction,
  keys: Keys,
  request: ReusableCode & { target: string },
): Promise<string> {
  const about = { ...request, lifetimeMinutes: LIFETIME_MINUTES[request.purpose] };
  const living = await extendCode(tx, { ...about, triesAtMost: TRIES_OF_A_CODE });
  if (living) {
    const key = keys.find((one) => living.codeHash.equals(hashCode(one, living.id, codeOf(one, living.id))));
    if (key) return codeOf(key, living.id);
  }
  const id = newId();
  const code = codeOf(keys[0], id);
  await putCode(tx, { ...about, id, codeHash: hashCode(keys[0], id, code) });
  return code;
}

/**
 * Counts a try and compares the code. Five tries for each code, twenty wrong ones a day for each account.
 * @throws Refusal `verification_code_invalid` for a wrong, expired, used or exhausted code alike, `reset_link_only`
 */
export function checkResetCode(
  deps: Pick<Deps, 'db' | 'keys'>,
  presented: { subjectId: string; code: string },
): Promise<RightCode> {
  return checkReusableCode(deps, { purpose: RESET, ...presented });
}

/** Does the same as `checkResetCode` for any purpose of `issueReusableCode`. */
export async function checkReusableCode(
  deps: Pick<Deps, 'db' | 'keys'>,
  { purpose, subjectId, code }: ReusableCode & { code: string },
): Promise<RightCode> {
  const words = triesOf(subjectId, purpose);
  if ((await countAttempts(deps, [{ words, rule: TRIES_A_DAY }])) > 0) throw new Refusal('reset_link_only');
  const known = await countTry(deps.db, { purpose, subjectId, triesAtMost: TRIES_OF_A_CODE });
  if (!known || !isCode(deps.keys, known, code)) {
    throw new Refusal('verification_code_invalid');
  }
  await clearAttempts(deps.db, deps.keys, ...words);
  await giveTryBack(deps.db, known.id);
  return { id: known.id, target: known.target };
}

/** Deletes the account's reset code, after its link has reset the password. */
export async function forgetResetCode(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  subjectId: string,
): Promise<void> {
  await deleteCodeOf(tx, { purpose: RESET, subjectId });
  await clearAttempts(tx, deps.keys, ...triesOf(subjectId));
}

/** Returns the counter of wrong codes, after which only the link works for a day. */
export function resetTryCounters(subjectId: string): AttemptCounter[] {
  return [{ words: triesOf(subjectId), rule: TRIES_A_DAY }];
}

function triesOf(subjectId: string, purpose: ReusableCode['purpose'] = RESET): string[] {
  return [purpose === RESET ? 'reset-code-try' : `${purpose}-try`, subjectId];
}

// Derives the code from its id and our key. So the same code can be sent again, although only its hash is stored.
function codeOf(key: Key, id: string): string {
  const number = hashWith(key, JSON.stringify(['reset-code', id])).readUIntBE(0, 6) % 1_000_000;
  return number.toString().padStart(6, '0');
}
