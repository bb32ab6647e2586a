import type { OpenDifferences } from '@zawadi/contract/reconciliation';
import {
  reconciliationItemsCsv,
  reconciliationItemsPdf,
  type ReconciliationItem,
  type ReconciliationItemFilters,
} from '@zawadi/contract/reconciliation-items';
import { useCallback, useState, type ReactNode } from 'react';
import { fetchFile } from '../../../api/call.ts';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Time } from '../../../ui/time.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { centsText } from '../cents-text.ts';
import { Cents } from '../cents.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { useItems } from './use-reconciliation.ts';
import { ItemStatus } from './item-status.tsx';
import { ACCOUNT_WORDS, itemName, STATE_WORDS } from './reconciliation-words.ts';
import './reconciliation.css';

type ItemsProps = {
  filters: ReconciliationItemFilters;
  empty: ReactNode;
  /** Whether to show the sums of all open items above the list. */
  hasSums?: boolean;
};

/** Lists compared items; a click on an item opens the possible actions. */
export function Items({ filters, empty, hasSums = false }: ItemsProps) {
  const list = useItems(filters);
  const [openedId, setOpenedId] = useState<string>();
  const rows = list.data?.pages.flatMap(({ items }) => items);
  const totals = hasSums ? list.data?.pages[0]?.totals : undefined;
  const opened = rows?.find(({ itemId }) => itemId === openedId);
  const close = useCallback(() => setOpenedId(undefined), []);
  return (
    <>
      {totals !== undefined && totals.openItems > 0 && (
        <p className="open-sums">
          <OpenSums of={totals} />
        </p>
      )}
      <EndlessTable
        caption="What was compared, newest first"
        columns={itemColumns(({ itemId }) => setOpenedId(itemId))}
        rows={rows}
        rowKey={({ itemId }) => itemId}
        paging={list}
        failed={{ title: 'Failed to load what was compared', text: 'The ledger itself is not affected.' }}
        empty={empty}
      />
      {opened !== undefined && <ItemDialog item={opened} onClose={close} />}
    </>
  );
}

/**
 * Shows the number of open differences and their sums. Netting surpluses and shortfalls would hide them, so each has
 * its own sum.
 */
export function OpenSums({
  of: { openItems, openMoreCents, openLessCents },
  whose,
}: {
  of: OpenDifferences;
  /** The keeper of the account, if all differences are of one account. */
  whose?: string;
}) {
  return (
    <>
      <b className="strong">
        {openItems === 1 ? '1 difference' : `${openItems.toLocaleString('en-KE')} differences`} to look at:
      </b>{' '}
      {whose === undefined ? 'the statements have' : `${whose} has`}{' '}
      {openMoreCents > 0 && (
        <>
          <Cents amountCents={openMoreCents} /> more
        </>
      )}
      {openMoreCents > 0 && openLessCents < 0 && ' and '}
      {openLessCents < 0 && (
        <>
          <Cents amountCents={-openLessCents} /> less
        </>
      )}{' '}
      than the ledger.
    </>
  );
}

/** Exports the listed items as files. */
export function ItemExports({ filters: query }: { filters: ReconciliationItemFilters }) {
  return (
    <>
      <ExportButton fetching={async () => fetchFile(reconciliationItemsCsv, { query })}>
        Export CSV
      </ExportButton>
      <ExportButton fetching={async () => fetchFile(reconciliationItemsPdf, { query })}>
        Export PDF
      </ExportButton>
    </>
  );
}

/** Columns: both sides of one payment; a click anywhere on a row opens it. */
function itemColumns(onOpen: (item: ReconciliationItem) => void): Column<ReconciliationItem>[] {
  return [
    {
      label: 'Receipt',
      cell: (item) => (
        <span className="cell-lines">
          <button type="button" className="row-open code" onClick={() => onOpen(item)}>
            {itemName(item)}
          </button>
          {item.receipt !== '' && item.details !== '' && <span>{item.details}</span>}
        </span>
      ),
      cardPart: 'name',
    },
    { label: 'When', cell: ({ at }) => <Time at={at} />, cardPart: 'third' },
    { label: 'Account', cell: ({ account }) => ACCOUNT_WORDS[account], from: 1200 },
    {
      label: 'What',
      cell: ({ state, kind }) => `${STATE_WORDS[state]}${kind === 'charge' ? ' (charge)' : ''}`,
      cardPart: 'second',
    },
    { label: 'Status', cell: ({ status }) => <ItemStatus status={status} />, cardPart: 'state' },
    {
      label: 'Statement',
      cell: ({ theirsCents }) => centsText(theirsCents),
      isRight: true,
      from: 900,
    },
    { label: 'Ledger', cell: ({ oursCents }) => centsText(oursCents), isRight: true, from: 900 },
    {
      label: 'Difference',
      cell: ({ differenceCents }) => <Cents amountCents={differenceCents} />,
      cardPart: 'amount',
      isRight: true,
    },
  ];
}
