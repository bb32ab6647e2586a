import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from './admin-route.ts';

export const adminTransactionRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/transactions/$type/$transactionId',
  component: lazyRouteComponent(
    () => import('../features/admin/transactions/transaction-screen.tsx'),
    'TransactionScreen',
  ),
});
