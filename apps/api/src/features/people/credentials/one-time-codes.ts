import { randomInt, timingSafeEqual } from 'node:crypto';
import { hashWith, type Key, type Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { countUnverifiedContactMessage } from '../../services/messages/index.ts';
import {
  atMost,
  clearAttempts,
  countAttempts,
  countAttemptsIn,
  type AttemptRule,
  type AttemptCounter,
} from '../sessions/index.ts';
import { countTry, deleteCode, putCode, type CodePurpose } from './one-time-code-store.ts';

const HOUR_SECONDS = 3_600;
const CODES_AN_HOUR = atMost(3, HOUR_SECONDS);
// Counts an account's first code within 48 hours, the retention of attempts.
const FIRST_CODE = atMost(1, 48 * HOUR_SECONDS);
const OF_STRANGERS_AN_HOUR = atMost(3, HOUR_SECONDS);
const WITH_A_GIFT_AN_HOUR = atMost(10, HOUR_SECONDS);
const OF_A_CONTACT_AN_HOUR = atMost(6, HOUR_SECONDS);
const TRIES_AN_HOUR = atMost(10, HOUR_SECONDS);
const TRIES_OF_A_CODE = 5;
const LIFETIME_MINUTES = 10;

/**
 * Second limit on codes, besides the limit per account: strangers cannot use up the codes of a phone number's owner.
 * - `own`, a contact that belongs to the account or that the requester could not choose: no second limit;
 * - `provenBy`, an account with a proven contact: one limit for all accounts with that contact;
 * - `gift`, a phone number that a paid gift waits for: one limit for all such requests for the number;
 * - `stranger`: no second limit for an account's first code, then one limit for all strangers' requests for the
 *   number.
 */
export type CodePot = 'own' | 'gift' | 'stranger' | { provenBy: string };

export type CodeRequest = {
  purpose: CodePurpose;
  /** The account that the code is for. */
  subjectId: string;
  /** The recipient: a phone number as 254XXXXXXXXX, or an email address. */
  target: string;
  /** The id of what the code authorises, such as a withdrawal, if an account may have several open. */
  permits?: string;
  pot: CodePot;
};

/**
 * Makes a six-digit code, valid for ten minutes, and voids the previous one. The caller sends the code
 * (`notify`) in the same transaction. Limits: three codes an hour for each subject and purpose, the limit of
 * `pot`, and a daily limit for strangers' codes.
 * @returns the code, of which only a hash is stored
 * @throws Refusal `too_many_requests`
 */
export async function issueOneTimeCode(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  request: CodeRequest,
): Promise<string> {
  const { purpose, subjectId, target, permits } = request;
  const waitSeconds = await countSending(tx, deps, request);
  if (waitSeconds > 0) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
  await countCodeForDay(tx, deps, request);
  const id = newId();
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  const codeHash = hashCode(deps.keys[0], id, code, permits);
  await putCode(tx, { id, purpose, subjectId, target, codeHash, lifetimeMinutes: LIFETIME_MINUTES });
  return code;
}

/**
 * Counts a code against the daily limit of all accounts together; many accounts and phone numbers would get
 * around the hourly limits. The first code of an account with a proven contact or a waiting gift has a
 * separate limit. So an attacker with many mailboxes uses up only the later codes.
 */
async function countCodeForDay(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  { pot, purpose, subjectId, target }: CodeRequest,
): Promise<void> {
  if (pot === 'own') return;
  if (pot === 'stranger') return countUnverifiedContactMessage(tx, deps, { channel: 'sms', to: target });
  const first = { words: ['first-code', purpose, subjectId], rule: FIRST_CODE };
  const isFirst = (await countAttemptsIn(tx, deps.keys, [first])) === 0;
  const apartFor = isFirst ? subjectId : 'known';
  await countUnverifiedContactMessage(tx, deps, { channel: 'sms', to: target, apartFor });
}

/** A code that passed `checkOneTimeCode`. Spend it with `spendOneTimeCode`. */
export type RightCode = { id: string; target: string };

/**
 * Counts a try and compares the code. Uses no transaction, because a try must count even if the caller disconnects.
 * Five tries for each code, ten an hour for each subject and purpose. A code for another `permits` is wrong.
 * @throws Refusal `verification_code_invalid` for a wrong, expired, used or exhausted code alike, `too_many_requests`
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
 * Spends a right code in the transaction of the authorised action, so that the code authorises one action only.
 * @throws Refusal `verification_code_invalid` when the code was used after the check
 */
export async function spendOneTimeCode(tx: Transaction, code: RightCode): Promise<void> {
  if (!(await deleteCode(tx, code.id))) throw new Refusal('verification_code_invalid');
}

/** Returns the counters that limit codes sent and codes tried. */
export function codeCounters(request: About): AttemptCounter[] {
  const ofTarget = [ofStrangers(request), withGift(request)];
  return [ofAccount(request), ...ofTarget, { words: triesOf(request), rule: TRIES_AN_HOUR }];
}

async function countSending(
  tx: Transaction,
  { keys }: Pick<Deps, 'keys'>,
  request: CodeRequest,
): Promise<number> {
  const { pot, purpose, subjectId } = request;
  const own = ofAccount(request);
  if (pot === 'own') return countAttemptsIn(tx, keys, [own]);
  if (pot === 'gift') return countAttemptsIn(tx, keys, [own, withGift(request)]);
  if (pot !== 'stranger') {
    const words = ['code-of-contact', purpose, pot.provenBy];
    return countAttemptsIn(tx, keys, [own, { words, rule: OF_A_CONTACT_AN_HOUR }]);
  }
  const first = { words: ['code-of-sign-up', purpose, subjectId], rule: FIRST_CODE };
  const isFirst = (await countAttemptsIn(tx, keys, [own, first])) === 0;
  return isFirst ? 0 : countAttemptsIn(tx, keys, [own, ofStrangers(request)]);
}

type About = Pick<CodeRequest, 'purpose' | 'subjectId' | 'target'>;
type Sending = { words: string[]; rule: AttemptRule };

function ofAccount({ purpose, subjectId }: About): Sending {
  return { words: ['code', purpose, subjectId], rule: CODES_AN_HOUR };
}

function ofStrangers({ purpose, target }: About): Sending {
  return { words: ['code-of-strangers', purpose, target], rule: OF_STRANGERS_AN_HOUR };
}

function withGift({ purpose, target }: About): Sending {
  return { words: ['code-with-gift', purpose, target], rule: WITH_A_GIFT_AN_HOUR };
}

function triesOf({ purpose, subjectId }: Pick<CodeRequest, 'purpose' | 'subjectId'>): string[] {
  return ['code-try', purpose, subjectId];
}

/** Returns whether the code matches the stored hash, under any current or former key. */
export function isCode(
  keys: Keys,
  known: { id: string; codeHash: Buffer },
  code: string,
  permits?: string,
): boolean {
  return keys.some((key) => timingSafeEqual(known.codeHash, hashCode(key, known.id, code, permits)));
}

// Hashes with our key: a plain hash of six digits is broken by a million guesses.
export function hashCode(key: Key, id: string, code: string, permits?: string): Buffer {
  const words = ['one-time-code', id, code, ...(permits === undefined ? [] : [permits])];
  return hashWith(key, JSON.stringify(words));
}
