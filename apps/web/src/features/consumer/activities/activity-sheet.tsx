import { Link } from '@tanstack/react-router';
import { Gift } from 'lucide-react';
import { say } from '../../../i18n/say.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { STATS_FAILED, type useDashboardStats } from '../use-dashboard-stats.ts';
import { ActivityList } from './activity-list.tsx';

type ActivitySheetProps = { title: string; stats: ReturnType<typeof useDashboardStats>; most?: number };

/** The latest movements in one frame, whatever is known of them: loading, none, not reachable, or there. */
export function ActivitySheet({ title, stats, most }: ActivitySheetProps) {
  return (
    <Sheet title={title}>
      <Activities stats={stats} most={most} />
    </Sheet>
  );
}

function Activities({ stats, most }: Omit<ActivitySheetProps, 'title'>) {
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

function NothingYet() {
  return (
    <EmptyState
      title={say('No data available')}
      action={
        <Link to="/dashboard/buy-gifts" className={buttonClass({ variant: 'accent' })}>
          <Icon of={Gift} />
          {say('Buy Gift Card')}
        </Link>
      }
    >
      {say('Your first gift will show here, from the prompt to the thank-you.')}
    </EmptyState>
  );
}
