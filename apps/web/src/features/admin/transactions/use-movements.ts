import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listMovements, readMovement } from '@zawadi/contract/admin-transactions';
import type { MovementFilters, MovementType } from '@zawadi/contract/admin-transactions';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

// A result comes within seconds or minutes; whoever looks sees it arrive.
const WHILE_PENDING_MS = 10_000;

/** Every movement of money, page after page; the first page also counts. */
export function useMovements(filters: MovementFilters) {
  return useInfiniteQuery({
    queryKey: queryKeys.movementList(filters),
    queryFn: ({ pageParam, signal }) =>
      call(listMovements, { query: { ...filters, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** The whole life of one movement, read again while its result is awaited. */
export function useMovement(type: MovementType, transactionId: string) {
  return useQuery({
    queryKey: queryKeys.movement(type, transactionId),
    queryFn: ({ signal }) => call(readMovement, { params: { type, transactionId }, signal }),
    refetchInterval: ({ state }) => (state.data?.transaction.status === 'Pending' ? WHILE_PENDING_MS : false),
  });
}
