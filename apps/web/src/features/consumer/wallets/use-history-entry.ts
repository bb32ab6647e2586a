import { useQuery } from '@tanstack/react-query';
import { historyEntry } from '@zawadi/contract/wallets';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** Loads one entry of the history by the id in the URL. */
export function useHistoryEntry(id: string) {
  return useQuery({
    queryKey: queryKeys.historyEntry(id),
    queryFn: ({ signal }) => call(historyEntry, { params: { id }, signal }),
  });
}
