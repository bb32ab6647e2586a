import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { transactionSearch } from '../features/admin/transactions/transaction-search.ts';
import { adminRoute } from './admin-route.ts';

export const adminTransactionsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/transactions',
  validateSearch: transactionSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/transactions/transactions-screen.tsx'),
    'TransactionsScreen',
  ),
});
