const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

/** The check symbol of 15 Crockford base32 symbols, by Luhn mod 32: finds every single wrong symbol. */
export function checkSymbol(symbols: string): string {
  return ALPHABET.charAt((32 - luhnSum(symbols, 2)) % 32);
}

/**
 * The 16 symbols of a voucher code as typed, scanned or pasted: case, spaces and dashes do not matter,
 * O reads as 0, I and L as 1. Undefined when it cannot be a code (wrong length, symbol or check symbol).
 */
export function parseVoucherCode(typed: string): string | undefined {
  const symbols = typed
    .toUpperCase()
    .replace(/[\s\u00a0-]/gu, '')
    .replace(/O/gu, '0')
    .replace(/[IL]/gu, '1');
  if (symbols.length !== LENGTH || [...symbols].some((symbol) => !ALPHABET.includes(symbol)))
    return undefined;
  return luhnSum(symbols, 1) === 0 ? symbols : undefined;
}

/** `XXXX-XXXX-XXXX-XXXX`. */
export function formatVoucherCode(symbols: string): string {
  return symbols.match(/.{4}/gu)?.join('-') ?? symbols;
}

/** 15 random symbols from 15 random bytes, followed by their check symbol. */
export function voucherCodeFromBytes(randomBytes: Uint8Array): string {
  if (randomBytes.length !== LENGTH - 1) throw new RangeError('15 random bytes are needed');
  // 256 is a multiple of 32, so the remainder of a byte is uniform.
  const symbols = [...randomBytes].map((byte) => ALPHABET.charAt(byte % 32)).join('');
  return symbols + checkSymbol(symbols);
}

function luhnSum(symbols: string, firstFactor: 1 | 2): number {
  let factor = firstFactor;
  let sum = 0;
  for (const symbol of [...symbols].toReversed()) {
    const product = ALPHABET.indexOf(symbol) * factor;
    sum += Math.floor(product / 32) + (product % 32);
    factor = factor === 2 ? 1 : 2;
  }
  return sum % 32;
}
