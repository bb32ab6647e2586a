import { feeShillings } from '@zawadi/contract/fees';
import { formatKes, shillings } from '@zawadi/contract/money';
import { say } from '../../i18n/say.ts';
import { shillingsTyped } from '../../ui/shillings-typed.ts';

/**
 * Whole shillings as users type them: `5000`, `5,000`, `KES 5 000`.
 * @returns whole shillings, or undefined when it is not a positive whole number the wire carries
 */
export function parseAmount(typed: string): number | undefined {
  return shillings.safeParse(shillingsTyped(typed)).data;
}

/** What is paid and what is left of it after the fee, in whole shillings; nothing while no amount is typed. */
export function netOfFee(typed: string, feeBasisPoints: number): { gross: number; fee: number; net: number } {
  const gross = parseAmount(typed) ?? 0;
  const fee = feeShillings(gross, feeBasisPoints);
  return { gross, fee, net: gross - fee };
}

/** `Fee, 2.5%` of 250 basis points. */
export function feeLabel(rateBasisPoints: number): string {
  return say('Fee, {percent}%', { percent: rateBasisPoints / 100 });
}

/** `− KES 250`, with a true minus sign and no-break spaces. */
export function minusKes(amountShillings: number): string {
  return `−\u00a0${formatKes(amountShillings)}`;
}
