import type { ReactNode } from 'react';
import { say } from '../../i18n/say.ts';
import { MoneyFigure } from '../../ui/money.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';

type BalanceCardProps = {
  label: string;
  /** Whole shillings; undefined until the balance has loaded. */
  amountShillings: number | undefined;
  /** Whether the balance failed to load; the screen shows the error below the card. */
  isMissing?: boolean;
  note?: ReactNode;
};

/** Card with the balance, on cloth; everything else on the screen is on paper. */
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
