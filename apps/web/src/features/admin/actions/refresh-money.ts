import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';

const STALE_AFTER_A_DEED = [
  adminQueryKeys.transactions,
  adminQueryKeys.approvals,
  adminQueryKeys.reviews,
  adminQueryKeys.adminSettlements,
  // Approvals also change the following, which are not money.
  adminQueryKeys.administrators,
  adminQueryKeys.feesAndLimits,
  adminQueryKeys.fraudRules,
  adminQueryKeys.templates,
  adminQueryKeys.adminMerchants,
  adminQueryKeys.workList,
];

/** Refetches all data about money on the screen. */
export function useRefreshMoney(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    await Promise.all(STALE_AFTER_A_DEED.map(async (queryKey) => queries.invalidateQueries({ queryKey })));
  }, [queries]);
}
