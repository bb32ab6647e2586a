import { DateRange } from '../../../ui/date-range.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { MerchantCodeFilter } from '../merchant-code-filter.tsx';
import type { AdminSettlementFilters as Filters } from './admin-settlement-search.ts';
import '../../lists/lists.css';
import '../money-lists.css';

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'attention', label: 'Needs a person' },
  { value: 'Pending', label: 'Due (Pending)' },
  { value: 'Processing', label: 'Processing' },
  { value: 'Completed', label: 'Done (Completed)' },
  { value: 'Canceled', label: 'Canceled' },
];
const CHANNELS = ['all', 'M-Pesa', 'Bank Transfer'].map((value) => ({
  value,
  label: value === 'all' ? 'All' : value,
}));

type SettlementFiltersProps = {
  filters: Filters;
  /** Narrows the list further, or otherwise, by what is given. */
  onChange: (part: Record<string, unknown>) => void;
};

/** Narrows by what a batch is at, its merchant, channel and days. */
export function SettlementFilters({ filters, onChange: change }: SettlementFiltersProps) {
  return (
    <search className="list-filters many">
      <SelectField
        label="Show"
        value={filters.needsAttention ? 'attention' : (filters.status ?? 'all')}
        options={SHOWN}
        onChange={({ target: { value } }) => change({ status: value, needsAttention: value === 'attention' })}
      />
      <SelectField
        label="Payout channel"
        value={filters.payoutChannel ?? 'all'}
        options={CHANNELS}
        onChange={({ target }) => change({ payoutChannel: target.value })}
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
    </search>
  );
}
