import { randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { decrypt, encrypt, hashWith, type Key, type Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { atMost, clearAttempts, countAttempts } from './attempts.ts';
import type { AttemptCounter } from './locks.ts';
import {
  lockSecondFactor,
  putSecret,
  readSecondFactor,
  replaceRecoveryCodes,
  switchOn,
  useRecoveryCode,
  acceptStep,
} from './second-factor-store.ts';

type FactorDeps = Pick<Deps, 'db' | 'keys' | 'clock'>;

const TRIES_AN_HOUR = atMost(10, 3_600);
const APP_CODE = /^[0-9]{6}$/u;
// Accepts codes half a minute early or late: phones' clocks differ, and typing takes a while.
const TOLERANCE_SECONDS = 30;
const RECOVERY_CODES = 10;
const RECOVERY_SYMBOLS = 10;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Makes a secret for an authenticator app. The secret has no effect until the user enters a code made with it.
 * @param account name of the account in the app
 * @throws Refusal `two_factor_on`
 */
export async function startSecondFactor(
  deps: Pick<FactorDeps, 'db' | 'keys'>,
  subject: { subjectId: string; account: string },
): Promise<{ secret: string; otpauthUrl: string }> {
  const made = newTotpSecret(subject.account);
  const isKept = await putSecret(deps.db, subject.subjectId, encrypt(deps.keys, made.secret));
  if (!isKept) throw new Refusal('two_factor_on');
  return made;
}

/**
 * Switches the second factor on with a code of the app.
 * @param tell notifies the owner, in the same transaction
 * @returns ten recovery codes, of which only hashes are stored
 * @throws Refusal `two_factor_not_started`, `two_factor_on`, `verification_code_invalid`, `too_many_requests`
 */
export async function enableSecondFactor(
  deps: FactorDeps,
  presented: { subjectId: string; code: string },
  tell: (tx: Transaction) => Promise<void>,
): Promise<string[]> {
  const { subjectId, code } = presented;
  await countTryOf(deps, subjectId);
  const codes = await inTransaction(deps.db, async (tx) => {
    const factor = await lockSecondFactor(tx, subjectId);
    if (!factor) throw new Refusal('two_factor_not_started');
    if (factor.isOn) throw new Refusal('two_factor_on');
    const step = totpStepOf(decrypt(deps.keys, factor.secretSealed), code, deps.clock.now());
    if (step === undefined) throw wrongCode(subjectId);
    await tell(tx);
    const made = newRecoveryCodes();
    await switchOn(tx, subjectId, { step, codeHashes: hashesOf(deps.keys, subjectId, made) });
    return made.map(formatRecoveryCode);
  });
  await clearAttempts(deps.db, deps.keys, ...triesOf(subjectId));
  return codes;
}

/**
 * Replaces the recovery codes.
 * @returns the new codes, of which only hashes are stored
 * @throws Refusal `two_factor_off`
 */
export async function renewRecoveryCodes(tx: Transaction, keys: Keys, subjectId: string): Promise<string[]> {
  const factor = await lockSecondFactor(tx, subjectId);
  if (!factor?.isOn) throw new Refusal('two_factor_off');
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(tx, subjectId, hashesOf(keys, subjectId, codes));
  return codes.map(formatRecoveryCode);
}

function hashesOf(keys: Keys, subjectId: string, codes: string[]): Buffer[] {
  return codes.map((code) => markedHash(keys[0], subjectId, code));
}

export async function hasSecondFactor(deps: Pick<Deps, 'db'>, subjectId: string): Promise<boolean> {
  return (await readSecondFactor(deps.db, subjectId))?.isOn === true;
}

/**
 * Checks a code of the authenticator app or a recovery code; each code works once. Ten tries an hour.
 * @param notifyOfRecoveryCode notifies the owner that a recovery code was used, and how many are left
 * @throws Refusal `two_factor_off`, `verification_code_invalid`, `too_many_requests`
 */
export async function takeSecondFactor(
  deps: FactorDeps,
  presented: { subjectId: string; code: string },
  notifyOfRecoveryCode: (tx: Transaction, left: number) => Promise<void>,
): Promise<void> {
  const { subjectId, code } = presented;
  const factor = await readSecondFactor(deps.db, subjectId);
  if (!factor?.isOn) throw new Refusal('two_factor_off');
  await countTryOf(deps, subjectId);
  const isOfApp = APP_CODE.test(code);
  const isTaken = isOfApp
    ? await takeAppCode(deps, subjectId, factor.secretSealed, code)
    : await inTransaction(deps.db, async (tx) => {
        const left = await takeAnyRecoveryCode(tx, subjectId, storedForms(deps.keys, subjectId, code));
        if (left !== undefined) await notifyOfRecoveryCode(tx, left);
        return left !== undefined;
      });
  if (!isTaken) throw wrongCode(subjectId);
  if (!isOfApp) securityEvent('recovery-code.used', { account: subjectId });
  await clearAttempts(deps.db, deps.keys, ...triesOf(subjectId));
}

function wrongCode(subjectId: string): Refusal {
  securityEvent('code.wrong', { account: subjectId, what: 'second-factor' });
  return new Refusal('verification_code_invalid');
}

async function takeAppCode(
  deps: FactorDeps,
  subjectId: string,
  secretSealed: Buffer,
  code: string,
): Promise<boolean> {
  const step = totpStepOf(decrypt(deps.keys, secretSealed), code, deps.clock.now());
  return step !== undefined && acceptStep(deps.db, subjectId, step);
}

async function countTryOf(deps: FactorDeps, subjectId: string): Promise<void> {
  const waitSeconds = await countAttempts(deps, [{ words: triesOf(subjectId), rule: TRIES_AN_HOUR }]);
  if (waitSeconds > 0) {
    securityEvent('locked-out', { account: subjectId, what: 'second-factor' });
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
}

/** Returns the counter that limits tries of second-factor codes. */
export function secondFactorCounters(subjectId: string): AttemptCounter[] {
  return [{ words: triesOf(subjectId), rule: TRIES_AN_HOUR }];
}

function triesOf(subjectId: string): string[] {
  return ['second-factor', subjectId];
}

/** Makes a base32 secret for an authenticator app, and the URL for its QR code. */
function newTotpSecret(account: string): { secret: string; otpauthUrl: string } {
  const secret = generateSecret();
  return { secret, otpauthUrl: generateURI({ issuer: 'Zawadi', label: account, secret }) };
}

/**
 * Returns the 30-second step (RFC 6238) that a code belongs to; undefined for a wrong or old code.
 * @param code six digits
 */
function totpStepOf(secret: string, code: string, now: Date): bigint | undefined {
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: TOLERANCE_SECONDS,
  });
  return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : undefined;
}

/** Makes ten recovery codes of 50 random bits each, for the loss of the phone. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
}

/** Formats a code as two groups of five symbols with a hyphen between them. */
function formatRecoveryCode(code: string): string {
  return `${code.slice(0, RECOVERY_SYMBOLS / 2)}-${code.slice(RECOVERY_SYMBOLS / 2)}`;
}

async function takeAnyRecoveryCode(
  tx: Transaction,
  subjectId: string,
  forms: Buffer[],
): Promise<number | undefined> {
  for (const form of forms) {
    const left = await useRecoveryCode(tx, subjectId, form);
    if (left !== undefined) return left;
  }
  return undefined;
}

/** Puts the key's id before the hash: the row names the key nowhere else. */
function markedHash(key: Key, subjectId: string, code: string): Buffer {
  return Buffer.concat([Buffer.from(key.id, 'hex'), recoveryCodeHash(key, subjectId, code)]);
}

/**
 * Returns all hashes under which a code may be stored: of each key, with the key's id, and without it in older rows.
 */
function storedForms(keys: Keys, subjectId: string, code: string): Buffer[] {
  return keys.flatMap((key) => [markedHash(key, subjectId, code), recoveryCodeHash(key, subjectId, code)]);
}

function recoveryCodeHash(key: Key, subjectId: string, code: string): Buffer {
  return hashWith(key, JSON.stringify(['recovery-code', subjectId, code]));
}

// 256 is a multiple of 32, so the remainder of a byte is uniform.
function newRecoveryCode(): string {
  return [...randomBytes(RECOVERY_SYMBOLS)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
}
