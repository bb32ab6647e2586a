import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { approvalSearch } from '../features/admin/approvals/approval-search.ts';
import { reviewSearch } from '../features/admin/reviews/review-search.ts';
import { transactionSearch } from '../features/admin/transactions/transaction-search.ts';
import { adminRoute } from './admin-route.ts';

const adminTransactionsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/transactions',
  validateSearch: transactionSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/transactions/transactions-screen.tsx'),
    'TransactionsScreen',
  ),
});

const adminTransactionRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/transactions/$type/$transactionId',
  component: lazyRouteComponent(
    () => import('../features/admin/transactions/transaction-screen.tsx'),
    'TransactionScreen',
  ),
});

const adminVoucherRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/transactions/vouchers/$voucherId',
  component: lazyRouteComponent(
    () => import('../features/admin/transactions/voucher-screen.tsx'),
    'VoucherScreen',
  ),
});

const adminApprovalsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/transactions/approvals',
  validateSearch: approvalSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/approvals/approvals-screen.tsx'),
    'ApprovalsScreen',
  ),
});

const adminReviewsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/transactions/reviews',
  validateSearch: reviewSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/reviews/reviews-screen.tsx'),
    'ReviewsScreen',
  ),
});

export const adminTransactionsRoutes = [
  adminTransactionsRoute,
  adminTransactionRoute,
  adminVoucherRoute,
  adminApprovalsRoute,
  adminReviewsRoute,
] as const;
