import { isId } from '@zawadi/contract/short-reference';
import type { AuditFilters } from '@zawadi/contract/audit';
import { chosenDay, onlyChosen, searchedText } from '../../lists/search-params.ts';

/** Reads the audit log's filters from the URL. */
export function auditSearch({
  search,
  actorId,
  subjectKind,
  subjectId,
  from,
  to,
}: Record<string, unknown>): AuditFilters {
  return onlyChosen<AuditFilters>({
    search: searchedText(search),
    actorId: uuidText(actorId),
    subjectKind: shortText(subjectKind, 40),
    subjectId: shortText(subjectId, 80),
    from: chosenDay(from),
    to: chosenDay(to),
  });
}

function uuidText(value: unknown): string | undefined {
  return typeof value === 'string' && isId(value) ? value : undefined;
}

function shortText(value: unknown, longest: number): string | undefined {
  // The router parses numeric values in a URL as numbers.
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' && text.length <= longest ? text : undefined;
}
