import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { queryKeys } from '../../../api/query-keys.ts';

const STALE_AFTER_A_DEED = [
  queryKeys.transactions,
  queryKeys.approvals,
  queryKeys.reviews,
  queryKeys.adminSettlements,
  // Approvals also change the following, which are not money.
  queryKeys.administrators,
  queryKeys.feesAndLimits,
  queryKeys.fraudRules,
  queryKeys.templates,
  queryKeys.adminMerchants,
  queryKeys.workList,
];

/** Refetches all data about money on the screen. */
export function useRefreshMoney(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    await Promise.all(STALE_AFTER_A_DEED.map(async (queryKey) => queries.invalidateQueries({ queryKey })));
  }, [queries]);
}
