import { useQuery } from '@tanstack/react-query';
import { listApprovals } from '@zawadi/contract/approvals';
import type { Approval, ApprovalFilters } from '@zawadi/contract/approvals';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { usePages } from '../../lists/use-pages.ts';

// Other administrators ask and decide meanwhile.
const LOOK_AGAIN_MS = 30_000;

/** What waits, or waited, for a second administrator, page after page. */
export function useApprovals(filters: ApprovalFilters) {
  return usePages(listApprovals, {
    queryKey: queryKeys.approvalList(filters),
    query: filters,
    refetchIntervalMs: LOOK_AGAIN_MS,
  });
}

/** How many requests are open. */
export function useOpenApprovalCount(): number | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.approvalList({ only: 'count' }),
    queryFn: ({ signal }) => call(listApprovals, { query: { limit: 1 }, signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
  return data?.openCount;
}

/** The open request about one thing, such as a voucher. */
export function useOpenApproval(subjectId: string | undefined): Approval | undefined {
  const query = { subjectId, status: 'Open', limit: 1 } as const;
  const { data } = useQuery({
    queryKey: queryKeys.approvalList(query),
    queryFn: ({ signal }) => call(listApprovals, { query, signal }),
    enabled: subjectId !== undefined,
  });
  return data?.approvals[0];
}
