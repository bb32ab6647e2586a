import { randomBytes } from 'node:crypto';
import { lookupHash, type Keys } from '../../../platform/crypto/keys.ts';

const CODES = 10;
const SYMBOLS = 10;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Ten codes of 50 random bits, for the day the phone is gone. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, newRecoveryCode);
}

/** `XXXXX-XXXXX`. */
export function formatRecoveryCode(code: string): string {
  return `${code.slice(0, SYMBOLS / 2)}-${code.slice(SYMBOLS / 2)}`;
}

export function recoveryCodeHash(keys: Keys, subjectId: string, code: string): Buffer {
  return lookupHash(keys, JSON.stringify(['recovery-code', subjectId, code]));
}

// 256 is a multiple of 32, so the remainder of a byte is uniform.
function newRecoveryCode(): string {
  return [...randomBytes(SYMBOLS)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
}
