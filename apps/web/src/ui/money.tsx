import { formatKes } from '@zawadi/contract/money';

type MoneyProps = {
  amountShillings: number;
  /**
   * `in`: green with a plus. `out`: with a true minus. `void`: struck through, since the money never moved. `returned`:
   * muted, since it was refunded.
   */
  direction?: 'in' | 'out' | 'void' | 'returned';
};

const SIGNS = { in: '+\u00a0', out: '\u2212\u00a0', void: '', returned: '' } as const;

/** Shows an amount as `KES 1,234`, with a no-break space and tabular figures. */
export function Money({ amountShillings, direction }: MoneyProps) {
  return (
    <span translate="no" className={`money ${direction ?? ''}`}>
      {direction === undefined ? '' : SIGNS[direction]}
      {formatKes(amountShillings)}
    </span>
  );
}

/** The main amount of a screen; KES is small and raised. */
export function MoneyFigure({ amountShillings }: { amountShillings: number }) {
  const [currency, figure] = formatKes(amountShillings).split('\u00a0');
  return (
    <span translate="no" className="contents">
      <small>{currency}</small>
      {figure}
    </span>
  );
}
