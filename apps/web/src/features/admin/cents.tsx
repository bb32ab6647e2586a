import { centsText } from './cents-text.ts';

/** `KES 1,234.50`: as the ledger has it, with cents. */
export function Cents({ amountCents }: { amountCents: number }) {
  return <span className="money">{`KES\u00a0${centsText(amountCents)}`}</span>;
}
