import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECKSUM_SYMBOLS = 6;

// 20 symbols are 119 bits, enough to be unique; 32 are 190 bits, far beyond guessing.
const KEY = { prefix: 'zk_', symbols: 20 };
const SECRET = { prefix: 'zs_', symbols: 32 };

/** Makes an API key, the public id for HTTP Basic: prefix, random symbols, checksum. */
export function newApiKey(): string {
  return newCredential(KEY);
}

/** Makes the secret of an API key. By prefix and checksum scanners recognise a leaked secret. */
export function newApiSecret(): string {
  return newCredential(SECRET);
}

export function looksLikeApiKey(text: string): boolean {
  return isWellFormed(KEY, text);
}

export function looksLikeApiSecret(text: string): boolean {
  return isWellFormed(SECRET, text);
}

type Shape = { prefix: string; symbols: number };

function newCredential({ prefix, symbols }: Shape): string {
  const body = Array.from({ length: symbols }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return prefix + body + checksumOf(prefix + body);
}

function isWellFormed({ prefix, symbols }: Shape, text: string): boolean {
  const bodyLength = prefix.length + symbols;
  return (
    text.length === bodyLength + CHECKSUM_SYMBOLS &&
    text.startsWith(prefix) &&
    text.slice(bodyLength) === checksumOf(text.slice(0, bodyLength))
  );
}

// CRC-32 fits into six symbols of base 62.
function checksumOf(text: string): string {
  let rest = crc32(text);
  let symbols = '';
  for (let place = 0; place < CHECKSUM_SYMBOLS; place += 1) {
    symbols = `${ALPHABET[rest % ALPHABET.length]}${symbols}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return symbols;
}
