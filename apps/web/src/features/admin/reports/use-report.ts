import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReportName } from '@zawadi/contract/reports';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { isPeriod, type Period } from '../../lists/period.ts';

/** Loads one report for a period; keeps showing the previous period until the new one has loaded. */
export function useReport<Report>(
  name: ReportName,
  period: Period,
  fetching: (signal: AbortSignal) => Promise<Report>,
) {
  return useQuery({
    queryKey: adminQueryKeys.adminReport(name, period),
    queryFn: ({ signal }) => fetching(signal),
    enabled: isPeriod(period),
    placeholderData: keepPreviousData,
  });
}
