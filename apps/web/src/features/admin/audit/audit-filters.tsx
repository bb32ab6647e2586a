import { useQuery } from '@tanstack/react-query';
import { listAdministrators } from '@zawadi/contract/admin-staff';
import type { AuditFilters as Filters } from '@zawadi/contract/audit';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { DateRange } from '../../../ui/date-range.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { wordsOf } from './audit-words.ts';
import '../../lists/lists.css';

type AuditFiltersProps = { filters: Filters; onChange: (filters: Filters) => void };

const EVERYBODY = 'all';

/** Search by action, name, reason or id, and narrow by person, days and what a page asked for. */
export function AuditFilters({ filters, onChange }: AuditFiltersProps) {
  const change = (part: Filters) => onChange({ ...filters, ...part });
  const people = useQuery({
    queryKey: queryKeys.administrators,
    queryFn: ({ signal }) => call(listAdministrators, { signal }),
  });
  const options = (people.data?.staff ?? []).map(({ staffId, name }) => ({ value: staffId, label: name }));
  return (
    <div className="stack">
      <search className="list-filters">
        <SearchField
          label="Search"
          placeholder="Action, name, reason or ID"
          search={filters.search}
          onSearch={(search) => change({ search })}
        />
        <SelectField
          label="Who"
          className="whole-on-phones"
          value={filters.actorId ?? EVERYBODY}
          options={[{ value: EVERYBODY, label: 'Everybody' }, ...options]}
          onChange={({ target }) =>
            change({ actorId: target.value === EVERYBODY ? undefined : target.value })
          }
        />
        <DateRange
          labels={{ from: 'From', to: 'Until' }}
          days={{ from: filters.from, to: filters.to }}
          onChange={change}
        />
      </search>
      {filters.subjectId !== undefined && (
        <div className="spread">
          <p className="small">
            Only {wordsOf(filters.subjectKind ?? 'subject').toLowerCase()}{' '}
            <span className="code subject-id">{filters.subjectId}</span>
          </p>
          <Button
            variant="quiet"
            small
            onClick={() => change({ subjectKind: undefined, subjectId: undefined })}
          >
            Show all
          </Button>
        </div>
      )}
    </div>
  );
}
