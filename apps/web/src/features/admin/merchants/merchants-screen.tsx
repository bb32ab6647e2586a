import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TableFoot } from '../../../ui/data-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import type { FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { useRights } from '../use-rights.ts';
import { AddMerchant } from './add-merchant.tsx';
import { MerchantCards } from './merchant-cards.tsx';
import { merchantColumns } from './merchant-columns.tsx';
import { merchantSearch } from './merchant-search.ts';
import { LISTED_STATUSES, STATUS_WORDS } from './merchant-status.ts';
import { useMerchants, useMerchantsSummary } from './use-merchants.ts';
import './merchants.css';

const FILTERS: readonly FilterField[] = [
  { kind: 'search', placeholder: 'Contact name, contact email or merchant ID' },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: [
      { value: 'all', label: 'All states' },
      ...LISTED_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] })),
    ],
  },
];

/** Every merchant there is. */
export function MerchantsScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(merchantSearch);
  const list = useMerchants(filters);
  const rows = list.data?.pages.flat();
  const total = useMerchantsSummary().data?.total;
  const { isAdministrator } = useRights();
  const [isAdding, setAdding] = useState(false);
  return (
    <ListScreen
      title="Merchants"
      aside={
        isAdministrator && (
          <Button small onClick={() => setAdding(true)}>
            <Icon of={Plus} />
            Add Merchant
          </Button>
        )
      }
      above={<MerchantCards />}
      filters={<FilterBar filters={filters} onChange={change} onClear={clear} fields={FILTERS} />}
      caption="Merchants, the newest first"
      columns={merchantColumns}
      rows={rows}
      rowKey={({ merchantId }) => merchantId}
      paging={list}
      failed={{
        title: 'Failed to fetch merchants',
        text: 'Nothing was changed. We could not read the list.',
      }}
      none={{ title: 'No merchants found', text: 'The first merchant that you add appears here.' }}
      found={{ isNarrowed, onShowAll: clear, title: 'No merchants found' }}
      foot={
        rows !== undefined && (
          <TableFoot>
            <span className="muted">
              Showing {countText(rows.length)} of {countText(total ?? rows.length)} merchants
            </span>
          </TableFoot>
        )
      }
    >
      {isAdding && <AddMerchant onClose={() => setAdding(false)} />}
    </ListScreen>
  );
}

function countText(count: number): string {
  return count.toLocaleString('en-KE');
}
