import type { ReactNode } from 'react';
import { say } from '../../../i18n/say.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { STATS_FAILED, type useDashboardStats } from '../wallets/use-dashboard-stats.ts';
import { ActivityList } from './activity-list.tsx';
import { NothingYet } from './nothing-yet.tsx';

type ActivitySheetProps = {
  title: string;
  stats: ReturnType<typeof useDashboardStats>;
  most: number;
  action: ReactNode;
};

/** The latest transactions in a frame; shows also loading, an empty list and an error. */
export function ActivitySheet({ title, stats, most, action }: ActivitySheetProps) {
  return (
    <Sheet title={title} action={action}>
      <Activities stats={stats} most={most} />
    </Sheet>
  );
}

function Activities({ stats, most }: Pick<ActivitySheetProps, 'stats' | 'most'>) {
  if (stats.isPending) return <ListSkeleton rows={most} />;
  if (stats.data === undefined) {
    return (
      <ErrorState
        title={say(STATS_FAILED)}
        onTryAgain={() => void stats.refetch()}
        isTrying={stats.isFetching}
      >
        {say('Your money is safe. We could not reach the server.')}
      </ErrorState>
    );
  }
  const activities = stats.data.recentActivities.slice(0, most);
  if (activities.length === 0) return <NothingYet />;
  return <ActivityList activities={activities} />;
}
