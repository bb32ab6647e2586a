import { plainSymbols } from '@zawadi/contract/pasted';
import { CURRENCY, shillingsTyped } from '../../../ui/shillings-typed.ts';

/**
 * Parses an amount with or without cents, such as `1,234.50`.
 * @returns cents; NaN for other text
 */
export function centsTyped(typed: string): number {
  const shillings = shillingsTyped(typed);
  if (!Number.isNaN(shillings)) return shillings * 100;
  const figure = plainSymbols(typed).replace(CURRENCY, '');
  const [, whole = '', cents = ''] = /^(\d+|\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/u.exec(figure) ?? [];
  return whole === '' ? Number.NaN : Number(whole.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
}
