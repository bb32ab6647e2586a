import type { ReactNode } from 'react';
import { MoneyFigure } from '../../ui/money.tsx';
import { Bone } from '../../ui/skeleton.tsx';

type BalanceCardProps = {
  label: string;
  /** Whole shillings; undefined while they load. */
  amountShillings: number | undefined;
  note?: ReactNode;
  className?: string;
};

/** The balance is cloth, the rest is paper. */
export function BalanceCard({ label, amountShillings, note, className = '' }: BalanceCardProps) {
  return (
    <div className={`balance ${className}`} data-cloth="plain" aria-busy={amountShillings === undefined}>
      <span className="k">{label}</span>
      <span className="v">
        {amountShillings === undefined ? (
          <span className="sr">Loading...</span>
        ) : (
          <MoneyFigure amountShillings={amountShillings} />
        )}
        {amountShillings === undefined && <Bone width="9rem" height="1em" />}
      </span>
      {note !== undefined && <span className="d">{note}</span>}
    </div>
  );
}
