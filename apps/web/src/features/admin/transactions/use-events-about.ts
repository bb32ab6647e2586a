import { useQuery } from '@tanstack/react-query';
import { NOTES_OF_TYPE } from '@zawadi/contract/notes';
import { readTimeline, type TimelineEvent } from '@zawadi/contract/timelines';
import type { ListedTransaction } from '@zawadi/contract/transactions';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';

const MOST_EVENTS = 100;

/** Loads what people did about a payment: notes, requests, letters, and administrators' reads and actions. */
export function useEventsAbout({
  type,
  transactionId,
}: Pick<ListedTransaction, 'type' | 'transactionId'>): readonly TimelineEvent[] {
  const subjectKind = NOTES_OF_TYPE[type];
  const isListed = subjectKind !== 'settlement';
  const { data } = useQuery({
    enabled: isListed,
    queryKey: adminQueryKeys.timeline({ subjectKind, subjectId: transactionId }),
    queryFn: ({ signal }) =>
      call(readTimeline, {
        params: { subjectKind: isListed ? subjectKind : 'purchase', subjectId: transactionId },
        query: { limit: MOST_EVENTS },
        signal,
      }),
  });
  return data?.events ?? [];
}
