import { useQuery } from '@tanstack/react-query';
import { readMovement } from '@zawadi/contract/admin-transactions';
import type { MovementType } from '@zawadi/contract/admin-transactions';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

// A result comes within seconds or minutes; a reader of the page sees it arrive.
const WHILE_PENDING_MS = 10_000;

/** The whole life of one movement, read again while its result is awaited. */
export function useMovement(type: MovementType, transactionId: string) {
  return useQuery({
    queryKey: queryKeys.movement(type, transactionId),
    queryFn: ({ signal }) => call(readMovement, { params: { type, transactionId }, signal }),
    refetchInterval: ({ state }) => (state.data?.transaction.status === 'Pending' ? WHILE_PENDING_MS : false),
  });
}
