import { useQuery } from '@tanstack/react-query';
import { readTransaction, type TransactionType } from '@zawadi/contract/transactions';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

// A result comes within seconds or minutes; a reader of the page sees it arrive.
const WHILE_PENDING_MS = 10_000;

/** The whole life of one transaction, read again while its result is awaited. */
export function useTransaction(type: TransactionType, transactionId: string) {
  return useQuery({
    queryKey: queryKeys.transaction(type, transactionId),
    queryFn: ({ signal }) => call(readTransaction, { params: { type, transactionId }, signal }),
    refetchInterval: ({ state }) => (state.data?.transaction.status === 'Pending' ? WHILE_PENDING_MS : false),
  });
}
