import { useQuery } from '@tanstack/react-query';
import { listAdjustments } from '@zawadi/contract/adjustments';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

const LATEST_ADJUSTMENTS = 10;

/** Loads the latest corrections of a merchant's balance. */
export function useAdjustments(merchantId: string) {
  return useQuery({
    queryKey: queryKeys.adjustments(merchantId),
    queryFn: ({ signal }) =>
      call(listAdjustments, { query: { merchantId, limit: LATEST_ADJUSTMENTS }, signal }),
  });
}
