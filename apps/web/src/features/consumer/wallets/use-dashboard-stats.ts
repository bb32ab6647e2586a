import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { dashboardStats } from '@zawadi/contract/wallets';
import { call } from '../../../api/call.ts';
import { useLive } from '../../../api/live-updates/live.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useUser } from '../../session/session.tsx';

export type DashboardStats = CallAnswer<typeof dashboardStats>;

export const STATS_FAILED = 'Failed to fetch dashboard stats';

/** Loads balance, totals and latest transactions of the signed-in consumer, and keeps them current. */
export function useDashboardStats() {
  const { id: userId } = useUser();
  useLive();
  return useQuery({
    queryKey: queryKeys.walletStats,
    queryFn: async ({ signal }) => {
      const stats = await call(dashboardStats, { body: { userId }, signal });
      void keep(stats.walletBalance).catch(() => undefined);
      return stats;
    },
  });
}

// Stores the balance for offline use. Do this in the background: the screen must not wait for it or for the validation
// code that it loads.
async function keep(balanceShillings: number): Promise<void> {
  const { keepBalance } = await import('../offline/offline-copy.ts');
  keepBalance(balanceShillings);
}
