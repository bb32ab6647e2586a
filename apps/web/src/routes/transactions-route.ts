import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { historySearch } from '../features/consumer/history/history-search.ts';
import { dashboardRoute } from './dashboard-route.ts';

export const transactionsRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/transactions',
  validateSearch: historySearch,
  component: lazyRouteComponent(
    () => import('../features/consumer/history/history-screen.tsx'),
    'HistoryScreen',
  ),
});
