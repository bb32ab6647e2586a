import type { MovementFilters as Filters } from '@zawadi/contract/admin-transactions';
import { DateRange } from '../../../ui/date-range.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { MerchantCodeFilter } from '../merchant-code-filter.tsx';
import { MOVEMENT_STATUSES, MOVEMENT_TYPES } from './movement-search.ts';
import { TypedFilter } from '../typed-filter.tsx';
import '../../lists/lists.css';
import '../money-lists.css';

const ALL = { value: 'all', label: 'All' };
const TYPES = [ALL, ...MOVEMENT_TYPES.map((value) => ({ value, label: value }))];
const STATUSES = [ALL, ...MOVEMENT_STATUSES.map((value) => ({ value, label: value }))];

type MovementFiltersProps = {
  filters: Filters;
  /** Narrows the list further, or otherwise, by what is given. */
  onChange: (part: Record<string, unknown>) => void;
};

/** Search by whatever a caller reads out, and narrow by kind, state, merchant, amount and days. */
export function MovementFilters({ filters, onChange: change }: MovementFiltersProps) {
  return (
    <search className="list-filters many">
      <SearchField
        label="Search"
        placeholder="Receipt, phone, name or ID"
        search={filters.search}
        onSearch={(search) => change({ search })}
      />
      <SelectField
        label="Type"
        value={filters.type ?? 'all'}
        options={TYPES}
        onChange={({ target }) => change({ type: target.value })}
      />
      <SelectField
        label="Status"
        value={filters.status ?? 'all'}
        options={STATUSES}
        onChange={({ target }) => change({ status: target.value })}
      />
      <MerchantCodeFilter
        merchantCode={filters.merchantCode}
        onTyped={(merchantCode) => change({ merchantCode })}
      />
      <DateRange
        labels={{ from: 'From', to: 'Until' }}
        days={{ from: filters.from, to: filters.to }}
        onChange={change}
      />
      <TypedFilter
        label="At least"
        placeholder="KES"
        inputMode="numeric"
        value={filters.minimumAmount?.toString() ?? ''}
        onTyped={(minimumAmount) => change({ minimumAmount })}
      />
      <TypedFilter
        label="At most"
        placeholder="KES"
        inputMode="numeric"
        value={filters.maximumAmount?.toString() ?? ''}
        onTyped={(maximumAmount) => change({ maximumAmount })}
      />
    </search>
  );
}
