import type { UserFilters } from '@zawadi/contract/admin-users';
import { DateRange } from '../../../ui/date-range.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { userSearch } from './user-search.ts';
import '../../lists/lists.css';

const STATUSES = [
  { value: 'all', label: 'All' },
  { value: 'ACTIVE', label: 'Active' },
  { value: 'FROZEN', label: 'Frozen' },
  { value: 'DELETED', label: 'Closed' },
];

type UserFilterBarProps = { filters: UserFilters; onChange: (filters: UserFilters) => void };

/** Search by name, address, phone or id, and narrow by state and the days of sign-up. */
export function UserFilterBar({ filters, onChange }: UserFilterBarProps) {
  const change = (part: object) => onChange(userSearch({ ...filters, ...part }));
  return (
    <search className="list-filters">
      <SearchField
        label="Search"
        placeholder="Name, email, phone or ID"
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
      <DateRange
        labels={{ from: 'Joined from', to: 'Until' }}
        days={{ from: filters.from, to: filters.to }}
        onChange={change}
      />
    </search>
  );
}
