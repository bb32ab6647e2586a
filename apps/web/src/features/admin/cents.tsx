import { centsText } from './cents-text.ts';

/** Shows an amount with cents, as in the ledger: `KES 1,234.50` or `− KES 1,234.50`. */
export function Cents({ amountCents, isSigned = false }: { amountCents: number; isSigned?: boolean }) {
  const plus = isSigned && amountCents > 0 ? '+\u00a0' : '';
  const sign = amountCents < 0 ? '\u2212\u00a0' : plus;
  return <span className="money">{`${sign}KES\u00a0${centsText(Math.abs(amountCents))}`}</span>;
}
