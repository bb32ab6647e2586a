import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Deps } from '../../../config/deps.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECKSUM_SYMBOLS = 6;

// 20 symbols are 119 bits, enough to be unique; 32 are 190 bits, far beyond guessing.
const KEY = { prefix: 'zk_', symbols: 20 };
const SECRET = { prefix: 'zs_', symbols: 32 };
/** Follow the prefix. Credentials made by the first versions have neither, and stay valid. */
const ENVIRONMENTS = ['live_', 'test_', ''] as const;

type Shape = { prefix: string; symbols: number };
type Installation = { config: Pick<Deps['config'], 'provider'> };

/** Makes an API key, the public id of a merchant's system: prefix, environment, random symbols, checksum. */
export function newApiKey(deps: Installation): string {
  return newCredential(deps, KEY);
}

/** Makes the secret of an API key. Prefix, environment and checksum let scanners recognise a leaked secret. */
export function newApiSecret(deps: Installation): string {
  return newCredential(deps, SECRET);
}

export function looksLikeApiKey(text: string): boolean {
  return isWellFormed(KEY, text);
}

export function looksLikeApiSecret(text: string): boolean {
  return isWellFormed(SECRET, text);
}

function newCredential({ config }: Installation, { prefix, symbols }: Shape): string {
  const environment = config.provider === 'daraja' ? 'live_' : 'test_';
  const random = Array.from({ length: symbols }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const body = prefix + environment + random;
  return body + checksumOf(body);
}

function isWellFormed({ prefix, symbols }: Shape, text: string): boolean {
  const environment = ENVIRONMENTS.find((one) => text.startsWith(prefix + one));
  if (environment === undefined) return false;
  const bodyLength = prefix.length + environment.length + symbols;
  return (
    text.length === bodyLength + CHECKSUM_SYMBOLS &&
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
