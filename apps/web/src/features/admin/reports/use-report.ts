import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReportName } from '@zawadi/contract/reports';
import { queryKeys } from '../../../api/query-keys.ts';
import { isPeriod, type Period } from '../../lists/period.ts';

/** One report of a period; the one before stays while the next is fetched. */
export function useReport<Report>(
  name: ReportName,
  period: Period,
  fetching: (signal: AbortSignal) => Promise<Report>,
) {
  return useQuery({
    queryKey: queryKeys.adminReport(name, period),
    queryFn: ({ signal }) => fetching(signal),
    enabled: isPeriod(period),
    placeholderData: keepPreviousData,
  });
}
