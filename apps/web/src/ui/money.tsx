import { formatKes } from '@zawadi/contract/money';

type MoneyProps = {
  amountShillings: number;
  /** `in` is green with a plus, `out` has a true minus, `void` is struck through, `returned` is muted: a refund. */
  direction?: 'in' | 'out' | 'void' | 'returned';
};

const SIGNS = { in: '+\u00a0', out: '\u2212\u00a0', void: '', returned: '' } as const;

/** `KES 1,234` with a no-break space and tabular figures. */
export function Money({ amountShillings, direction }: MoneyProps) {
  return (
    <span className={`money ${direction ?? ''}`}>
      {direction === undefined ? '' : SIGNS[direction]}
      {formatKes(amountShillings)}
    </span>
  );
}

/** The headline figure: KES small and raised. */
export function MoneyFigure({ amountShillings }: { amountShillings: number }) {
  const [currency, figure] = formatKes(amountShillings).split('\u00a0');
  return (
    <>
      <small>{currency}</small>
      {figure}
    </>
  );
}
