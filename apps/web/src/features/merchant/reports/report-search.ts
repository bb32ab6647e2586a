import { chosenDay, chosenId, chosenOf, onlyChosen } from '../../lists/search-params.ts';
import type { Days } from '../../../ui/date-range.tsx';

const TABLES = ['day', 'hour', 'staff', 'place'] as const;
export type ReportTable = (typeof TABLES)[number];

/** Period of the report (by default this month), the table to show, and one place. */
export type ReportSearch = Days & { by?: ReportTable; placeId?: string };

export function reportSearch({ from, to, by, placeId }: Record<string, unknown>): ReportSearch {
  return onlyChosen<ReportSearch>({
    from: chosenDay(from),
    to: chosenDay(to),
    by: chosenOf(TABLES, by),
    placeId: chosenId(placeId),
  });
}
