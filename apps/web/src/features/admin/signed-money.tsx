import { Money } from '../../ui/money.tsx';

/** Shows an amount: `KES 1,234`, or `− KES 1,234` if more was refunded than earned. */
export function SignedMoney({ amountShillings }: { amountShillings: number }) {
  if (amountShillings >= 0) return <Money amountShillings={amountShillings} />;
  return <Money amountShillings={-amountShillings} direction="out" />;
}
