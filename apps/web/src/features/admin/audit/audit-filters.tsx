import { useQuery } from '@tanstack/react-query';
import { listAdministrators } from '@zawadi/contract/administrators';
import type { AuditFilters as Filters } from '@zawadi/contract/audit';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { wordsOf } from './audit-words.ts';

type AuditFiltersProps = {
  filters: Filters;
  onChange: (part: Record<string, unknown>) => void;
  onClear: () => void;
};

/** Search by action, name, reason or id, and narrow by person, days and what a page asked for. */
export function AuditFilters({ filters, onChange, onClear }: AuditFiltersProps) {
  const people = useQuery({
    queryKey: queryKeys.administrators,
    queryFn: ({ signal }) => call(listAdministrators, { signal }),
  });
  const options = (people.data?.staff ?? []).map(({ staffId, name }) => ({ value: staffId, label: name }));
  return (
    <FilterBar
      {...{ filters, onChange, onClear }}
      fields={[
        { kind: 'search', placeholder: 'Action, name, reason or ID' },
        {
          kind: 'choice',
          name: 'actorId',
          label: 'Who',
          options: [{ value: 'all', label: 'All people' }, ...options],
        },
        { kind: 'days' },
      ]}
      further={furtherOf(filters)}
    />
  );
}

/** A page can ask for the entries about one subject. */
function furtherOf({ subjectKind = 'subject', subjectId }: Filters) {
  if (subjectId === undefined) return [];
  const text = `Only ${wordsOf(subjectKind).toLowerCase()} ${subjectId}`;
  return [{ text, off: { subjectKind: undefined, subjectId: undefined } }];
}
