/**
 * Reads an amount as Daraja writes it (`10`, `"10.00"`, `1.00`).
 * @returns whole shillings; undefined for any other amount. M-PESA moves no cents, so a person must look at such an
 * amount; never round it
 */
export function readShillings(value: unknown): number | undefined {
  const cents = readCents(value);
  return cents === undefined || cents % 100n !== 0n ? undefined : Number(cents / 100n);
}

/** Reads an amount with up to two decimals, such as a charge (`22.40`) or a balance (`-1540.00`), as cents. */
export function readCents(value: unknown): bigint | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,2})0*)?$/.exec(String(value).trim());
  if (!match) return undefined;
  const [, sign, shillings = '0', fraction = ''] = match;
  const cents = BigInt(shillings) * 100n + BigInt(fraction.padEnd(2, '0'));
  return sign ? -cents : cents;
}
