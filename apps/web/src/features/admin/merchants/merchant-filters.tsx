import { SearchField } from '../../../ui/search-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { merchantSearch } from './merchant-search.ts';
import type { MerchantFilters } from './merchant-search.ts';
import { LISTED_STATUSES, STATUS_WORDS } from './merchant-status.ts';
import '../../lists/lists.css';

const STATUSES = [
  { value: 'all', label: 'All' },
  ...LISTED_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] })),
];

type MerchantFilterBarProps = { filters: MerchantFilters; onChange: (filters: MerchantFilters) => void };

/** Search by contact and merchant ID, and narrow by status. */
export function MerchantFilterBar({ filters, onChange }: MerchantFilterBarProps) {
  const change = (part: object) => onChange(merchantSearch({ ...filters, ...part }));
  return (
    <search className="list-filters">
      <SearchField
        label="Search"
        placeholder="Contact name, contact email or merchant ID"
        search={filters.search}
        onSearch={(search) => change({ search })}
      />
      <SelectField
        label="Status"
        className="whole-on-phones"
        value={filters.status ?? 'all'}
        options={STATUSES}
        onChange={({ target }) => change({ status: target.value })}
      />
    </search>
  );
}
