import type { ReconciliationItem, ReconciliationItemFilters } from '@zawadi/contract/reconciliation-items';
import { useCallback, useState, type ReactNode } from 'react';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Time } from '../../../ui/time.tsx';
import { centsText } from '../cents-text.ts';
import { Cents } from '../cents.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { useItems } from './use-reconciliation.ts';
import { ItemStatus } from './item-status.tsx';
import { ACCOUNT_WORDS, itemName, STATE_WORDS } from './reconciliation-words.ts';

/** A list of what was compared; one opened shows what can be done about it. */
export function Items({ filters, empty }: { filters: ReconciliationItemFilters; empty: ReactNode }) {
  const list = useItems(filters);
  const [openedId, setOpenedId] = useState<string>();
  const rows = list.data?.pages.flatMap(({ items }) => items);
  const opened = rows?.find(({ itemId }) => itemId === openedId);
  const close = useCallback(() => setOpenedId(undefined), []);
  return (
    <>
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

/** What both sides say about one payment; a press anywhere on a row opens it. */
function itemColumns(onOpen: (item: ReconciliationItem) => void): Column<ReconciliationItem>[] {
  return [
    {
      label: 'Receipt',
      cell: (item) => (
        <button type="button" className="row-open code" onClick={() => onOpen(item)}>
          {itemName(item)}
        </button>
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
      label: 'M-PESA',
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
