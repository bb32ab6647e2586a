import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TableFoot } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { NothingFound } from '../../lists/nothing-found.tsx';
import { isNarrowed } from '../../lists/search-params.ts';
import { useRights } from '../use-rights.ts';
import { AddMerchant } from './add-merchant.tsx';
import { MerchantCards } from './merchant-cards.tsx';
import { merchantColumns } from './merchant-columns.tsx';
import { MerchantFilterBar } from './merchant-filters.tsx';
import type { MerchantFilters } from './merchant-search.ts';
import { useMerchants, useMerchantsSummary } from './use-merchants.ts';
import './merchants.css';

const HERE = '/admin/merchants';

/** Every merchant there is. The address holds what the list is narrowed to. */
export function MerchantsScreen() {
  const filters = useSearch({ from: HERE });
  const navigate = useNavigate({ from: HERE });
  const narrow = useCallback(
    (next: MerchantFilters) => void navigate({ search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  const { isAdministrator } = useRights();
  const [isAdding, setAdding] = useState(false);
  const add = isAdministrator && (
    <Button small onClick={() => setAdding(true)}>
      <Icon of={Plus} />
      Add Merchant
    </Button>
  );
  return (
    <>
      <PageTitle title="Merchants" aside={add} />
      <MerchantCards />
      <MerchantFilterBar filters={filters} onChange={narrow} />
      <Sheet>
        <Merchants filters={filters} onShowAll={() => narrow({})} />
      </Sheet>
      {isAdding && <AddMerchant onClose={() => setAdding(false)} />}
    </>
  );
}

function Merchants({ filters, onShowAll }: { filters: MerchantFilters; onShowAll: () => void }) {
  const list = useMerchants(filters);
  const rows = list.data?.pages.flat();
  const total = useMerchantsSummary().data?.total;
  return (
    <EndlessTable
      caption="Merchants, the newest first"
      columns={merchantColumns}
      rows={rows}
      rowKey={({ merchantId }) => merchantId}
      paging={list}
      failed={{
        title: 'Failed to fetch merchants',
        text: 'Nothing was changed. We could not read the list.',
      }}
      empty={<NoMerchants isNarrowed={isNarrowed(filters)} onShowAll={onShowAll} />}
      foot={
        rows !== undefined && (
          <TableFoot>
            <span className="muted">
              Showing {countText(rows.length)} of {countText(total ?? rows.length)} merchants
            </span>
          </TableFoot>
        )
      }
    />
  );
}

function NoMerchants({ isNarrowed: isLess, onShowAll }: { isNarrowed: boolean; onShowAll: () => void }) {
  if (!isLess) {
    return <EmptyState title="No merchants found">The first merchant that you add appears here.</EmptyState>;
  }
  return <NothingFound title="No merchants found" onShowAll={onShowAll} />;
}

function countText(count: number): string {
  return count.toLocaleString('en-KE');
}
