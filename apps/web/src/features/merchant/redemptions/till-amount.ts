import { formatKes } from '@zawadi/contract/money';
import { say } from '../../../i18n/say.ts';
import { shillingsTyped } from '../../../ui/shillings-typed.ts';

const OFFERED_SHILLINGS = [500, 1_000, 2_000] as const;

/** Parses the typed amount to redeem; returns the amount or the problem with it. */
export function amountToTake(
  typed: string,
  balanceShillings: number,
): { amount: number } | { problem: string } {
  const amount = shillingsTyped(typed);
  if (!Number.isSafeInteger(amount) || amount < 1) return { problem: say('Please enter whole shillings') };
  if (amount > balanceShillings)
    return { problem: say('Only {amount} is left on this voucher', { amount: formatKes(balanceShillings) }) };
  return { amount };
}

/** Returns the suggested amounts: the whole value first, then round amounts below it. */
export function quickAmountsOf(balanceShillings: number): { label: string; amount: number }[] {
  const inKenya = (amount: number) => amount.toLocaleString('en-KE');
  return [
    { label: say('All {amount}', { amount: inKenya(balanceShillings) }), amount: balanceShillings },
    ...OFFERED_SHILLINGS.filter((amount) => amount < balanceShillings).map((amount) => ({
      label: inKenya(amount),
      amount,
    })),
  ];
}
