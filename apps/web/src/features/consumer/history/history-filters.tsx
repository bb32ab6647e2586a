import type { HistoryFilters as Filters } from '@zawadi/contract/wallets';
import { say } from '../../../i18n/say.ts';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { activityKinds, type ActivityType } from '../activities/describe-activity.ts';

type HistoryFiltersProps = {
  filters: Filters;
  onChange: (part: Record<string, unknown>) => void;
  onClear: () => void;
};

/** Search by words, and narrow by kind, state and days. */
export function HistoryFilters({ filters, onChange, onClear }: HistoryFiltersProps) {
  return (
    <FilterBar
      filters={filters}
      onChange={onChange}
      onClear={onClear}
      fields={[
        { kind: 'search', placeholder: say('Name, shop or M-PESA receipt') },
        { kind: 'choice', name: 'status', label: say('Status'), options: statusOptions() },
        { kind: 'choice', name: 'type', label: say('Type'), options: typeOptions() },
        { kind: 'days' },
      ]}
    />
  );
}

function typeOptions() {
  const types = Object.keys(activityKinds) as ActivityType[];
  return [
    { value: 'all', label: say('All types') },
    ...types.map((value) => ({ value, label: say(activityKinds[value]) })),
  ];
}

function statusOptions() {
  return [
    { value: 'all', label: say('All states') },
    { value: 'COMPLETED', label: say('Completed') },
    { value: 'PENDING', label: say('Pending') },
    { value: 'CANCELED', label: say('Canceled') },
  ];
}
