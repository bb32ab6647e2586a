import type { HistoryFilters as Filters } from '@zawadi/contract/wallets';
import { say } from '../../../i18n/say.ts';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { activityKinds, type ActivityType } from '../activities/describe-activity.ts';

type HistoryFiltersProps = { filters: Filters; onChange: (part: Record<string, unknown>) => void };

/** Search by words, and narrow by kind, state and days. */
export function HistoryFilters({ filters, onChange }: HistoryFiltersProps) {
  const all = { value: 'all', label: say('All') };
  return (
    <FilterBar
      filters={filters}
      onChange={onChange}
      fields={[
        { kind: 'search', placeholder: say('Name, shop or M-PESA receipt') },
        { kind: 'choice', name: 'type', label: say('Type'), options: [all, ...typeOptions()] },
        { kind: 'choice', name: 'status', label: say('Status'), options: [all, ...statusOptions()] },
        { kind: 'days', labels: { from: say('From'), to: say('Until') } },
      ]}
    />
  );
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
