import type { MerchantTransactionFilters as Filters } from '@zawadi/contract/merchant-lists';
import { DateRange } from '../../../ui/date-range.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SHORTEST_SEARCH } from './transaction-search.ts';
import '../../lists/lists.css';

const STATUSES = [
  { value: 'all', label: 'All' },
  { value: 'Completed', label: 'Completed' },
  { value: 'Pending', label: 'Pending' },
  { value: 'Failed', label: 'Failed' },
] as const;

type TransactionFiltersProps = { filters: Filters; onChange: (filters: Filters) => void };

/** Search by user, phone, voucher or receipt, and narrow by state and days. */
export function TransactionFilters({ filters, onChange }: TransactionFiltersProps) {
  const change = (part: Filters) => onChange({ ...filters, ...part });
  return (
    <search className="list-filters">
      <SearchField
        label="Search"
        placeholder="User, phone, voucher ID or M-Pesa ID"
        search={filters.search}
        onSearch={(search) => change({ search })}
        shortest={{ length: SHORTEST_SEARCH, text: 'Please enter at least 3 characters' }}
      />
      <SelectField
        label="Status"
        className="whole-on-phones"
        value={filters.status ?? 'all'}
        options={STATUSES}
        onChange={({ target }) =>
          change({
            status: STATUSES.find(({ value }) => value === target.value && value !== 'all')
              ?.value as Filters['status'],
          })
        }
      />
      <DateRange
        labels={{ from: 'From', to: 'Until' }}
        days={{ from: filters.from, to: filters.to }}
        onChange={change}
      />
    </search>
  );
}
