import type { SettlementTransaction } from '@zawadi/contract/settlements';
import { shortReference } from '@zawadi/contract/short-reference';
import type { ComponentProps, ReactNode } from 'react';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EndlessTable } from '../../ui/endless-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Time } from '../../ui/time.tsx';
import { say, translated } from '../../i18n/say.ts';

/** Columns of the list. A click anywhere on a row opens the redemption, if redemptions have pages. */
const columnsWith = ({
  linkTo,
  onOpen,
  cutOffAt,
}: Pick<SettlementTransactionsProps, 'linkTo' | 'onOpen' | 'cutOffAt'>): Column<SettlementTransaction>[] => [
  {
    label: say('What'),
    cell: (entry) => (
      <span className="cell-lines">
        <What entry={entry} linkTo={linkTo} onOpen={onOpen} />
        {entry.reference !== undefined && <span>{entry.reference}</span>}
        {Date.parse(entry.date) >= Date.parse(cutOffAt) && (
          <span>{say('After the cut-off: later sales did not cover it')}</span>
        )}
      </span>
    ),
    cardPart: 'name',
  },
  { label: say('Date'), cell: ({ date }) => <Time at={date} />, cardPart: 'third' },
  {
    label: say('Reference'),
    cell: ({ redemptionId, voucherId }) => {
      const id = redemptionId ?? voucherId;
      return id === undefined ? <span className="dash">—</span> : shortReference(id);
    },
    cardPart: 'side',
    className: 'code muted',
  },
  {
    label: say('Voucher'),
    cell: ({ codeLastFour }) =>
      codeLastFour === undefined ? <span className="dash">—</span> : `•••• ${codeLastFour}`,
    cardPart: 'second',
    className: 'code muted',
  },

  {
    label: say('Amount'),
    cell: ({ amount }) => (
      <Money amountShillings={Math.abs(amount)} direction={amount < 0 ? 'out' : undefined} />
    ),
    cardPart: 'amount',
    isRight: true,
  },
];

type SettlementTransactionsProps = {
  /** The infinite query that loads the transactions. */
  list: ComponentProps<typeof EndlessTable>['paging'] & {
    data: { pages: { transactions: readonly SettlementTransaction[] }[] } | undefined;
  };
  /** When the batch's sales end. A debit after it is in the batch if later sales do not cover it. */
  cutOffAt: string;
  /** Reassurance shown if loading fails. */
  safe: string;
  action?: ReactNode;
  /** Makes a link (class `row-open`) to a redemption. */
  linkTo?: (redemptionId: string, text: string) => ReactNode;
  /** Opens any entry, in place of a link. */
  onOpen?: (entry: SettlementTransaction) => void;
};

function What({
  entry,
  linkTo,
  onOpen,
}: { entry: SettlementTransaction } & Pick<SettlementTransactionsProps, 'linkTo' | 'onOpen'>) {
  const text = translated(entry.description);
  if (onOpen !== undefined)
    return (
      <button type="button" className="row-open" onClick={() => onOpen(entry)}>
        {text}
      </button>
    );
  return entry.redemptionId === undefined || linkTo === undefined ? (
    <span>{text}</span>
  ) : (
    linkTo(entry.redemptionId, text)
  );
}

/** Lists the transactions of one batch: everything that changed what we owe the merchant. */
export function SettlementTransactions({
  list,
  cutOffAt,
  safe,
  action,
  linkTo,
  onOpen,
}: SettlementTransactionsProps) {
  return (
    <Sheet title={say('Transactions')} action={action}>
      <EndlessTable
        caption={say('Transactions in this batch, oldest first')}
        columns={columnsWith({ linkTo, onOpen, cutOffAt })}
        rows={list.data?.pages.flatMap((page) => page.transactions)}
        rowKey={({ transactionId }) => transactionId}
        paging={list}
        failed={{ title: say('Failed to load transactions'), text: safe }}
        empty={<EmptyState title={say('No transactions found')} />}
        skeletonRows={4}
      />
    </Sheet>
  );
}
