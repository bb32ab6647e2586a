import { randomInt } from 'node:crypto';

const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `ST-20261120-7KQ2M`. @param day `yyyy-MM-dd` in Nairobi */
export function newBatchId(day: string): string {
  const symbols = Array.from({ length: 5 }, () => SYMBOLS[randomInt(SYMBOLS.length)]);
  return `ST-${day.replaceAll('-', '')}-${symbols.join('')}`;
}
