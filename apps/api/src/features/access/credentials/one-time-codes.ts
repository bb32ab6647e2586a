import { randomInt, timingSafeEqual } from 'node:crypto';
import { hashWith, type Key, type Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import {
  atMost,
  clearAttempts,
  countAttempts,
  countAttemptsIn,
  type AttemptRule,
  type Watched,
} from '../sessions/index.ts';
import { countTry, deleteCode, putCode, type CodePurpose } from './one-time-code-store.ts';

const HOUR_SECONDS = 3_600;
const CODES_AN_HOUR = atMost(3, HOUR_SECONDS);
// Of all accounts together, so that a number is not flooded; one stranger's account leaves room for its owner.
const CODES_TO_A_TARGET = atMost(10, HOUR_SECONDS);
const TRIES_AN_HOUR = atMost(10, HOUR_SECONDS);
const TRIES_OF_A_CODE = 5;
const LIFETIME_MINUTES = 10;

export type CodeRequest = {
  purpose: CodePurpose;
  /** Whom the code is for. */
  subjectId: string;
  /** Where it will be sent: a number as 254XXXXXXXXX, or an email address. */
  target: string;
  /** The one thing the code is good for, where a subject may want several at a time: the id of a withdrawal. */
  permits?: string;
};

/**
 * Makes a code of six digits, good for ten minutes, and voids the one before. The caller sends it (`notify`) in the
 * same transaction. At most three an hour for each subject and purpose, and ten for each target.
 * @returns the code in clear, which is stored nowhere
 * @throws Refusal `too_many_requests`
 */
export async function issueOneTimeCode(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  request: CodeRequest,
): Promise<string> {
  const { purpose, subjectId, target, permits } = request;
  const waitSeconds = await countAttemptsIn(tx, deps.keys, sendingsOf(request));
  if (waitSeconds > 0) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
  const id = newId();
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  const codeHash = hashCode(deps.keys[0], id, code, permits);
  await putCode(tx, { id, purpose, subjectId, target, codeHash, lifetimeMinutes: LIFETIME_MINUTES });
  return code;
}

/** A code that was right. It is spent with `spendOneTimeCode`. */
export type RightCode = { id: string; target: string };

/**
 * Counts a try and compares. Takes no transaction, because a try must count even when the caller gives up. Five tries
 * for each code, ten an hour for each subject and purpose. A code that permits something else is a wrong one.
 * @throws Refusal `verification_code_invalid` for a wrong, old, used or worn-out code alike, `too_many_requests`
 */
export async function checkOneTimeCode(
  deps: Pick<Deps, 'db' | 'keys'>,
  presented: { purpose: CodePurpose; subjectId: string; code: string; permits?: string },
): Promise<RightCode> {
  const { purpose, subjectId, code, permits } = presented;
  const words = triesOf(presented);
  const about = { account: subjectId, what: purpose };
  const waitSeconds = await countAttempts(deps, [{ words, rule: TRIES_AN_HOUR }]);
  if (waitSeconds > 0) {
    securityEvent('locked-out', about);
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
  const known = await countTry(deps.db, { purpose, subjectId, triesAtMost: TRIES_OF_A_CODE });
  if (!known || !isCode(deps.keys, known, code, permits)) {
    securityEvent('code.wrong', about);
    throw new Refusal('verification_code_invalid');
  }
  await clearAttempts(deps.db, deps.keys, ...words);
  return { id: known.id, target: known.target };
}

/**
 * Spends a right code in the transaction of what it permits, so that it permits one thing only.
 * @throws Refusal `verification_code_invalid` when it was used meanwhile
 */
export async function spendOneTimeCode(tx: Transaction, code: RightCode): Promise<void> {
  if (!(await deleteCode(tx, code.id))) throw new Refusal('verification_code_invalid');
}

/** Codes sent and tried, both of which are limited. */
export function watchedCodes(request: CodeRequest): Watched[] {
  return [...sendingsOf(request), { words: triesOf(request), rule: TRIES_AN_HOUR }];
}

function sendingsOf({ purpose, subjectId, target }: CodeRequest): { words: string[]; rule: AttemptRule }[] {
  const ofAccount = { words: ['code', purpose, subjectId], rule: CODES_AN_HOUR };
  // Codes for money go to the proven contacts of their account, where what strangers ask for must not count.
  if (purpose === 'withdrawal') return [ofAccount];
  return [ofAccount, { words: ['code-to', purpose, target], rule: CODES_TO_A_TARGET }];
}

function triesOf({ purpose, subjectId }: Pick<CodeRequest, 'purpose' | 'subjectId'>): string[] {
  return ['code-try', purpose, subjectId];
}

/** Whether a code is the one whose hash is kept, by whichever key of the ring it was made. */
export function isCode(
  keys: Keys,
  known: { id: string; codeHash: Buffer },
  code: string,
  permits?: string,
): boolean {
  return keys.some((key) => timingSafeEqual(known.codeHash, hashCode(key, known.id, code, permits)));
}

// A plain hash of six digits is undone by trying a million; this one needs our key.
export function hashCode(key: Key, id: string, code: string, permits?: string): Buffer {
  const words = ['one-time-code', id, code, ...(permits === undefined ? [] : [permits])];
  return hashWith(key, JSON.stringify(words));
}
