import { hashWith, type Key, type Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { atMost, clearAttempts, countAttempts, type Watched } from '../sessions/index.ts';
import { countTry, deleteCodeOf, extendCode, giveTryBack, putCode } from './one-time-code-store.ts';
import { hashCode, isCode, type RightCode } from './one-time-codes.ts';

const PURPOSE = 'password-reset';
const TRIES_OF_A_CODE = 5;
const LIFETIME_MINUTES = 10;
// Strangers can use these up; the link of the same mail is then the way.
const TRIES_A_DAY = atMost(20, 86_400);

/**
 * The code of six digits that is good for this account and address for ten minutes from now: the living one again, or
 * another one. The caller bounds how often it is sent.
 */
export async function issueResetCode(
  tx: Transaction,
  keys: Keys,
  { subjectId, target }: { subjectId: string; target: string },
): Promise<string> {
  const about = { purpose: PURPOSE, subjectId, target, lifetimeMinutes: LIFETIME_MINUTES } as const;
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
 * Counts a try and compares. Five tries for each code, twenty wrong ones a day for each account.
 * @throws Refusal `verification_code_invalid` for a wrong, old, used or worn-out code alike, `reset_link_only`
 */
export async function checkResetCode(
  deps: Pick<Deps, 'db' | 'keys'>,
  { subjectId, code }: { subjectId: string; code: string },
): Promise<RightCode> {
  const words = triesOf(subjectId);
  if ((await countAttempts(deps, [{ words, rule: TRIES_A_DAY }])) > 0) throw new Refusal('reset_link_only');
  const known = await countTry(deps.db, { purpose: PURPOSE, subjectId, triesAtMost: TRIES_OF_A_CODE });
  if (!known || !isCode(deps.keys, known, code)) {
    throw new Refusal('verification_code_invalid');
  }
  await clearAttempts(deps.db, deps.keys, ...words);
  await giveTryBack(deps.db, known.id);
  return { id: known.id, target: known.target };
}

/** What is left of a reset that was done by the link. */
export async function forgetResetCode(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  subjectId: string,
): Promise<void> {
  await deleteCodeOf(tx, { purpose: PURPOSE, subjectId });
  await clearAttempts(tx, deps.keys, ...triesOf(subjectId));
}

/** Wrong codes, after which only the link is left for a day. */
export function watchedResetTries(subjectId: string): Watched[] {
  return [{ words: triesOf(subjectId), rule: TRIES_A_DAY }];
}

function triesOf(subjectId: string): string[] {
  return ['reset-code-try', subjectId];
}

// Derived, so that the same code can be mailed again without being stored anywhere but as a hash.
function codeOf(key: Key, id: string): string {
  const number = hashWith(key, JSON.stringify(['reset-code', id])).readUIntBE(0, 6) % 1_000_000;
  return number.toString().padStart(6, '0');
}
