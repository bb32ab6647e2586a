import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listApprovals } from '@zawadi/contract/approvals';
import { previewAction, readApproval, type PlannedAction } from '@zawadi/contract/approvals-preview';
import type { Approval, ApprovalFilters } from '@zawadi/contract/approvals';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { usePages } from '../../lists/use-pages.ts';

// Refetch often: other administrators make and decide requests at the same time.
const LOOK_AGAIN_MS = 30_000;
const TYPING_PAUSE_MS = 300;

/** Loads open and decided approval requests, page by page. */
export function useApprovals(filters: ApprovalFilters) {
  return usePages(listApprovals, {
    queryKey: adminQueryKeys.approvalList(filters),
    query: filters,
    refetchIntervalMs: LOOK_AGAIN_MS,
  });
}

/** Loads how many requests are open, and the time of the oldest. */
export function useOpenApprovals(): { count: number | undefined; oldestAt: string | undefined } {
  const { data } = useQuery({
    queryKey: adminQueryKeys.openApprovals,
    queryFn: ({ signal }) => call(listApprovals, { query: { limit: 1 }, signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
  return { count: data?.openCount, oldestAt: data?.oldestOpenAt };
}

/** Loads one request, with the effect of approving it now. */
export function useApprovalNow(approvalId: string) {
  return useQuery({
    queryKey: adminQueryKeys.approvalNow(approvalId),
    queryFn: ({ signal }) => call(readApproval, { params: { approvalId }, signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Loads what an action would do now, and whether it needs a second administrator. */
export function usePlannedAction(action: PlannedAction | undefined) {
  const { data, isError } = useQuery({
    queryKey: adminQueryKeys.plannedAction(action),
    queryFn: async ({ signal }) => {
      // The amount changes with each key. Wait before sending, so that the next key can cancel this request.
      if (action?.kind === 'adjustment' || action?.kind === 'posting') await pause(TYPING_PAUSE_MS);
      if (signal.aborted) throw new DOMException('Aborted', 'AbortError');
      return action && call(previewAction, { body: { action }, signal });
    },
    enabled: action !== undefined,
    gcTime: 0,
  });
  const [last, setLast] = useState(data);
  const [lastRule, setLastRule] = useState(data?.rule);
  if (data !== undefined && data !== last) {
    setLast(data);
    setLastRule(data.rule ?? lastRule);
  }
  // While the administrator types in these dialogs, keep the last sentence and button on screen. Keep both until
  // the typed value has an answer. Keep both also if the server refuses the value (an impossible or past day).
  const isTyped =
    action?.kind === 'adjustment' || action?.kind === 'posting' || action?.kind === 'fees-and-limits';
  if (!isTyped) return { data, isError };
  const shown = data ?? last;
  const rule = shown?.rule ?? lastRule;
  return { data: shown && { ...shown, ...(rule && { rule }) }, isError };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Loads the open request about one subject, for example a voucher. */
export function useOpenApproval(subjectId: string | undefined): Approval | undefined {
  const query = { subjectId, status: 'Open', limit: 1 } as const;
  const { data } = useQuery({
    queryKey: adminQueryKeys.approvalList(query),
    queryFn: ({ signal }) => call(listApprovals, { query, signal }),
    enabled: subjectId !== undefined,
  });
  return data?.approvals[0];
}
