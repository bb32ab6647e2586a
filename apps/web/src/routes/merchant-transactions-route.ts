import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { transactionSearch } from '../features/merchant/transactions/transaction-search.ts';
import { onlyForOwnersAndManagers } from '../features/session/merchant-guards.ts';
import { merchantDashboardRoute } from './merchant-dashboard-route.ts';

export const merchantTransactionsRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/transactions',
  validateSearch: transactionSearch,
  beforeLoad: onlyForOwnersAndManagers,
  component: lazyRouteComponent(
    () => import('../features/merchant/transactions/transactions-screen.tsx'),
    'TransactionsScreen',
  ),
});
