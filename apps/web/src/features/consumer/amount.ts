import { feeShillings } from '@zawadi/contract/fees';
import { formatKes, shillings } from '@zawadi/contract/money';
import { say } from '../../i18n/say.ts';
import { shillingsTyped } from '../../ui/shillings-typed.ts';

/**
 * Parses whole shillings as people type them: `5000`, `5,000`, `KES 5 000`.
 * @returns undefined if the text is not a positive whole number that the API accepts
 */
export function parseAmount(typed: string): number | undefined {
  return shillings.safeParse(shillingsTyped(typed)).data;
}

/** Splits the typed amount into gross, fee and net, in whole shillings; all are 0 until an amount is typed. */
export function netOfFee(typed: string, feeBasisPoints: number): { gross: number; fee: number; net: number } {
  const gross = parseAmount(typed) ?? 0;
  const fee = feeShillings(gross, feeBasisPoints);
  return { gross, fee, net: gross - fee };
}

/** Formats a fee's label with its rate: 250 basis points → `Fee, 2.5%`. */
export function feeLabel(rateBasisPoints: number): string {
  return say('Fee, {percent}%', { percent: rateBasisPoints / 100 });
}

/** Formats an outgoing amount (`− KES 250`) with a true minus sign and no-break spaces. */
export function minusKes(amountShillings: number): string {
  return `−\u00a0${formatKes(amountShillings)}`;
}
