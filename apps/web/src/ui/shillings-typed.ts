import { plainSymbols } from '@zawadi/contract/pasted';

/** Matches a currency before a number. */
export const CURRENCY = /^\s*(?:kes|kshs?|shs?)[.\s]*(?=\d)/iu;

/**
 * Parses whole shillings as Kenyans write them: `5,000`, `KES 5 000`, `Ksh. 5000`, `10,000/=`, `500/-`, `5k`, `2.5k`.
 * Accepts commas and spaces only between thousands, since `10,50` may be a fraction.
 * @returns NaN for other text
 */
export function shillingsTyped(typed: string): number {
  const figure = plainSymbols(typed)
    .replace(CURRENCY, '')
    .replace(/\s*\/[=-]$/u, '')
    .replace(/\s*(?:kes|kshs?|shs?|bob)\.?$/iu, '');
  const thousands = /^(\d+)(?:\.(\d{1,3}))?\s?k$/iu.exec(figure);
  if (thousands) return Number(`${thousands[1]}${(thousands[2] ?? '').padEnd(3, '0')}`);
  const [, whole] = /^(\d+|\d{1,3}(?:[,\s]\d{3})+)(?:\.0{1,2})?$/u.exec(figure) ?? [];
  return whole === undefined ? Number.NaN : Number(whole.replace(/[,\s]/gu, ''));
}
