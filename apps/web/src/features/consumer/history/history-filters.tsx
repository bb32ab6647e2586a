import type { HistoryFilters as Filters } from '@zawadi/contract/history';
import { say } from '../../../i18n/say.ts';
import { DateRange } from '../../../ui/date-range.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { activityKinds, type ActivityType } from '../activities/describe-activity.ts';
import './history-filters.css';

type HistoryFiltersProps = { filters: Filters; onChange: (filters: Filters) => void };

/** Search by words, and narrow by kind, state and days. */
export function HistoryFilters({ filters, onChange }: HistoryFiltersProps) {
  const change = (part: Filters) => onChange({ ...filters, ...part });
  return (
    <search className="history-filters">
      <SearchField
        label={say('Search')}
        placeholder={say('Name, shop or M-PESA receipt')}
        search={filters.search}
        onSearch={(search) => change({ search })}
      />
      <SelectField
        label={say('Type')}
        value={filters.type ?? ALL}
        options={[all(), ...typeOptions()]}
        onChange={({ target }) => change({ type: chosen(target.value) as Filters['type'] })}
      />
      <SelectField
        label={say('Status')}
        value={filters.status ?? ALL}
        options={[all(), ...statusOptions()]}
        onChange={({ target }) => change({ status: chosen(target.value) as Filters['status'] })}
      />
      <DateRange
        labels={{ from: say('From'), to: say('Until') }}
        days={{ from: filters.from, to: filters.to }}
        onChange={change}
      />
    </search>
  );
}

const ALL = 'all';

function all() {
  return { value: ALL, label: say('All') };
}

function chosen(value: string): string | undefined {
  return value === ALL ? undefined : value;
}

function typeOptions() {
  return (Object.keys(activityKinds) as ActivityType[]).map((value) => ({
    value,
    label: say(activityKinds[value]),
  }));
}

function statusOptions() {
  return [
    { value: 'COMPLETED', label: say('Completed') },
    { value: 'PENDING', label: say('Pending') },
    { value: 'CANCELED', label: say('Canceled') },
  ];
}
