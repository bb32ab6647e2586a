import type { ReactNode } from 'react';
import { say } from '../../i18n/say.ts';
import { MoneyFigure } from '../../ui/money.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';

type BalanceCardProps = {
  label: string;
  /** Whole shillings; undefined while they load. */
  amountShillings: number | undefined;
  /** The balance could not be fetched; somewhere near it says so. */
  isMissing?: boolean;
  note?: ReactNode;
};

/** The balance is cloth, the rest is paper. */
export function BalanceCard({ label, amountShillings, isMissing = false, note }: BalanceCardProps) {
  return (
    <div className="balance" data-cloth="plain" aria-busy={amountShillings === undefined && !isMissing}>
      <span className="k">{label}</span>
      <span className="v">{isMissing ? '—' : <Figure amountShillings={amountShillings} />}</span>
      {note !== undefined && <span className="d">{note}</span>}
    </div>
  );
}

function Figure({ amountShillings }: Pick<BalanceCardProps, 'amountShillings'>) {
  if (amountShillings !== undefined) return <MoneyFigure amountShillings={amountShillings} />;
  return (
    <>
      <span className="sr">{say('Loading...')}</span>
      <SkeletonBlock width="9rem" height="1em" />
    </>
  );
}
