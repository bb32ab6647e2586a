import type { ReconciliationItemFilters } from '@zawadi/contract/reconciliation-items';
import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { itemColumns } from './item-columns.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { useItems } from './use-reconciliation.ts';

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
