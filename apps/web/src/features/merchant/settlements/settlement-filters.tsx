import type { SettlementFilters as Filters } from '@zawadi/contract/settlements';
import { DateRange } from '../../../ui/date-range.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { settlementSearch } from '../../settlement-batch/settlement-search.ts';
import '../../lists/lists.css';

const ALL = { value: 'all', label: 'All' };
const STATUSES = [ALL, ...optionsOf(['Pending', 'Processing', 'Completed', 'Canceled'])];
const CHANNELS = [ALL, ...optionsOf(['M-Pesa', 'Bank Transfer'])];

/** Narrows by state, channel and the days on which batches were made. */
export function SettlementFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (filters: Filters) => void;
}) {
  const change = (part: object) => onChange(settlementSearch({ ...filters, ...part }));
  return (
    <search className="list-filters">
      <SelectField
        label="Status"
        value={filters.status ?? 'all'}
        options={STATUSES}
        onChange={({ target }) => change({ status: target.value })}
      />
      <SelectField
        label="Payout channel"
        value={filters.payoutChannel ?? 'all'}
        options={CHANNELS}
        onChange={({ target }) => change({ payoutChannel: target.value })}
      />
      <DateRange
        labels={{ from: 'From', to: 'Until' }}
        days={{ from: filters.from, to: filters.to }}
        onChange={change}
      />
    </search>
  );
}

function optionsOf(words: readonly string[]) {
  return words.map((word) => ({ value: word, label: word }));
}
