import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { movementSearch } from '../features/admin/transactions/movement-search.ts';
import { adminRoute } from './admin-route.ts';

export const adminTransactionsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/transactions',
  validateSearch: movementSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/transactions/transactions-screen.tsx'),
    'TransactionsScreen',
  ),
});
