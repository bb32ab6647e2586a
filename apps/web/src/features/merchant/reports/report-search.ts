import { chosenDay, chosenOf, onlyChosen } from '../../lists/search-params.ts';
import type { Days } from '../../../ui/date-range.tsx';

const TABLES = ['day', 'hour', 'staff'] as const;
export type ReportTable = (typeof TABLES)[number];

/** Period of the report (by default this month), and the table to show. */
export type ReportSearch = Days & { by?: ReportTable };

export function reportSearch({ from, to, by }: Record<string, unknown>): ReportSearch {
  return onlyChosen<ReportSearch>({ from: chosenDay(from), to: chosenDay(to), by: chosenOf(TABLES, by) });
}
