import { useQuery } from '@tanstack/react-query';
import { listAdministrators } from '@zawadi/contract/administrators';
import type { AuditFilters as Filters } from '@zawadi/contract/audit';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { wordsOf } from './audit-words.ts';

type AuditFiltersProps = { filters: Filters; onChange: (part: Record<string, unknown>) => void };

/** Search by action, name, reason or id, and narrow by person, days and what a page asked for. */
export function AuditFilters({ filters, onChange }: AuditFiltersProps) {
  const people = useQuery({
    queryKey: queryKeys.administrators,
    queryFn: ({ signal }) => call(listAdministrators, { signal }),
  });
  const options = (people.data?.staff ?? []).map(({ staffId, name }) => ({ value: staffId, label: name }));
  return (
    <div className="stack">
      <FilterBar
        filters={filters}
        onChange={onChange}
        fields={[
          { kind: 'search', placeholder: 'Action, name, reason or ID' },
          {
            kind: 'choice',
            name: 'actorId',
            label: 'Who',
            options: [{ value: 'all', label: 'Everybody' }, ...options],
          },
          { kind: 'days', labels: { from: 'From', to: 'Until' } },
        ]}
      />
      {filters.subjectId !== undefined && (
        <div className="spread">
          <p className="small">
            Only {wordsOf(filters.subjectKind ?? 'subject').toLowerCase()}{' '}
            <span className="code subject-id">{filters.subjectId}</span>
          </p>
          <Button
            variant="quiet"
            small
            onClick={() => onChange({ subjectKind: undefined, subjectId: undefined })}
          >
            Show all
          </Button>
        </div>
      )}
    </div>
  );
}
