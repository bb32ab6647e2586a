import { reconciliationState, statementAccount } from '@zawadi/contract/reconciliation';
import { reconciliationStatus } from '@zawadi/contract/reconciliation-items';
import { SearchField } from '../../../ui/search-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import type { ItemSearch } from './item-search.ts';
import { ACCOUNT_WORDS, STATE_WORDS, STATUS_WORDS } from './reconciliation-words.ts';
import '../../lists/lists.css';

type ItemFiltersProps = {
  filters: ItemSearch;
  onChange: (filters: ItemSearch) => void;
  /** One run is of one account. */
  hasAccounts?: boolean;
};

const ALL = { value: 'all', label: 'All' } as const;
const STATES = [ALL, ...reconciliationState.options.map((value) => ({ value, label: STATE_WORDS[value] }))];
const ACCOUNTS = [ALL, ...statementAccount.options.map((value) => ({ value, label: ACCOUNT_WORDS[value] }))];
const STATUSES = [
  ...reconciliationStatus.options.map((value) => ({ value, label: STATUS_WORDS[value] })),
  ALL,
];

/** Search by receipt, and narrow by what differs and what became of it. */
export function ItemFilters({ filters, onChange, hasAccounts = true }: ItemFiltersProps) {
  const change = (part: ItemSearch) => onChange({ ...filters, ...part });
  return (
    <search className="list-filters">
      <SearchField
        label="Search"
        placeholder="Receipt or account number"
        search={filters.search}
        onSearch={(search) => change({ search })}
      />
      <SelectField
        label="Status"
        value={filters.status ?? 'open'}
        options={STATUSES}
        onChange={({ target }) =>
          change({ status: STATUSES.find(({ value }) => value === target.value)?.value })
        }
      />
      <SelectField
        label="What differs"
        value={filters.state ?? 'all'}
        options={STATES}
        onChange={({ target }) =>
          change({ state: reconciliationState.options.find((state) => state === target.value) })
        }
      />
      {hasAccounts && (
        <SelectField
          label="Account"
          className="whole-on-phones"
          value={filters.account ?? 'all'}
          options={ACCOUNTS}
          onChange={({ target }) =>
            change({ account: statementAccount.options.find((account) => account === target.value) })
          }
        />
      )}
    </search>
  );
}
