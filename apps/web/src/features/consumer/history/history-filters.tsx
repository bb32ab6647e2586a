import type { HistoryFilters as Filters } from '@zawadi/contract/history';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { TextField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { activityKinds, type ActivityType } from '../activities/describe-activity.ts';
import './history-filters.css';

type HistoryFiltersProps = { filters: Filters; onChange: (filters: Filters) => void };

const TYPING_PAUSE_MS = 300;

/** Search by words, and narrow by kind, state and days. */
export function HistoryFilters({ filters, onChange }: HistoryFiltersProps) {
  const change = (part: Filters) => onChange({ ...filters, ...part });
  return (
    <search className="history-filters">
      <SearchField
        key={filters.search === undefined ? 'none' : 'some'}
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
      <TextField
        label={say('From')}
        type="date"
        value={filters.from ?? ''}
        max={filters.to}
        onChange={({ target }) => change({ from: target.value || undefined })}
      />
      <TextField
        label={say('Until')}
        type="date"
        value={filters.to ?? ''}
        min={filters.from}
        onChange={({ target }) => change({ to: target.value || undefined })}
      />
    </search>
  );
}

type SearchFieldProps = { search: string | undefined; onSearch: (search: string | undefined) => void };

/** Asks the server when the typing pauses, so that a name is one question and not ten. */
function SearchField({ search = '', onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(search);
  useEffect(() => {
    if (typed === search) return undefined;
    const pause = setTimeout(() => onSearch(typed || undefined), TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed, search, onSearch]);
  return (
    <div className="search-field">
      <Icon of={Search} />
      <TextField
        label={say('Search')}
        type="search"
        placeholder={say('Name, shop or M-PESA receipt')}
        maxLength={80}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
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
