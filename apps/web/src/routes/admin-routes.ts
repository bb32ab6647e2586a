import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { onlyUntilReady } from '../features/session/administrator-guards.ts';
import { loginSearch, onlyFor, unlessSignedInAs } from '../features/session/guards.ts';
import { merchantSearch } from '../features/admin/merchants/merchant-search.ts';
import { transactionSearch } from '../features/admin/transactions/transaction-search.ts';
import { approvalSearch } from '../features/admin/approvals/approval-search.ts';
import { reviewSearch } from '../features/admin/reviews/review-search.ts';
import { adminSettlementSearch } from '../features/admin/settlements/admin-settlement-search.ts';
import { reportNamed, reportSearch } from '../features/admin/reports/report-search.ts';
import { userSearch } from '../features/admin/users/user-search.ts';
import { itemSearch } from '../features/admin/reconciliation/item-search.ts';
import { letterSearch } from '../features/admin/support/letter-search.ts';
import { adminRoute, goTo, rootRoute } from './root-route.tsx';
import { screenWithQueries } from './lazy-screens.tsx';
import { adminFraudRoutes } from './admin-fraud-routes.ts';
import { adminSettingsRoutes } from './admin-settings-routes.ts';

const adminIndexRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  component: lazyRouteComponent(
    () => import('../features/admin/dashboard/dashboard-screen.tsx'),
    'DashboardScreen',
  ),
});

const adminMerchantsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/merchants',
  validateSearch: merchantSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/merchants/merchants-screen.tsx'),
    'MerchantsScreen',
  ),
});

const adminMerchantRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/merchants/$merchantCode',
  component: lazyRouteComponent(
    () => import('../features/admin/merchants/merchant-screen.tsx'),
    'MerchantScreen',
  ),
});

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

const adminSettlementsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settlements',
  validateSearch: adminSettlementSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/settlements/settlements-screen.tsx'),
    'SettlementsScreen',
  ),
});

const adminSettlementRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settlements/$batchId',
  component: lazyRouteComponent(
    () => import('../features/admin/settlements/settlement-screen.tsx'),
    'SettlementScreen',
  ),
});

function toFirstReport(search: ReturnType<typeof reportSearch>): void {
  redirect({
    to: '/admin/reports/$report',
    params: { report: 'volume' },
    search,
    replace: true,
    throw: true,
  });
}

const adminReportsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reports',
  validateSearch: reportSearch,
  beforeLoad: ({ search }) => toFirstReport(search),
});

const adminReportRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reports/$report',
  validateSearch: reportSearch,
  beforeLoad: ({ params, search }) => {
    if (reportNamed(params.report) === undefined) toFirstReport(search);
  },
  component: lazyRouteComponent(
    () => import('../features/admin/reports/reports-screen.tsx'),
    'ReportsScreen',
  ),
});

const adminAccountRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reports/accounts/$account',
  validateSearch: reportSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/reports/account-screen.tsx'),
    'AccountScreen',
  ),
});

const adminUsersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users',
  validateSearch: userSearch,
  component: lazyRouteComponent(() => import('../features/admin/users/users-screen.tsx'), 'UsersScreen'),
});

const adminUserRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/$userId',
  component: lazyRouteComponent(() => import('../features/admin/users/user-screen.tsx'), 'UserScreen'),
});

const adminReconciliationRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reconciliation',
  validateSearch: itemSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/reconciliation/differences-screen.tsx'),
    'DifferencesScreen',
  ),
});

const adminStatementsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reconciliation/statements',
  component: lazyRouteComponent(
    () => import('../features/admin/reconciliation/statements-screen.tsx'),
    'StatementsScreen',
  ),
});

const adminStatementRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reconciliation/statements/$runId',
  validateSearch: itemSearch,
  component: lazyRouteComponent(() => import('../features/admin/reconciliation/run-screen.tsx'), 'RunScreen'),
});

const adminBalancesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reconciliation/balances',
  component: lazyRouteComponent(
    () => import('../features/admin/reconciliation/balances-screen.tsx'),
    'BalancesScreen',
  ),
});

const adminSupportRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/support',
  validateSearch: letterSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/support/letters-screen.tsx'),
    'LettersScreen',
  ),
});

export const adminLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/login',
  validateSearch: loginSearch,
  beforeLoad: unlessSignedInAs('ROLE_ADMIN'),
  component: lazyRouteComponent(
    () => import('../features/session/admin-login-screen.tsx'),
    'AdminLoginScreen',
  ),
});

export const adminFirstStepsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/first-steps',
  validateSearch: loginSearch,
  beforeLoad: async (visit) => {
    await onlyFor('ROLE_ADMIN')(visit);
    await onlyUntilReady(visit);
  },
  component: screenWithQueries(
    async () => (await import('../features/admin/first-steps-screen.tsx')).FirstStepsScreen,
  ),
});

const unknownAdminRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '$',
  beforeLoad: goTo('/admin'),
});

export const adminRoutes = adminRoute.addChildren([
  adminIndexRoute,
  adminMerchantsRoute,
  adminMerchantRoute,
  adminTransactionsRoute,
  adminTransactionRoute,
  adminApprovalsRoute,
  adminReviewsRoute,
  adminSettlementsRoute,
  adminSettlementRoute,
  adminReportsRoute,
  adminReportRoute,
  adminAccountRoute,
  adminUsersRoute,
  adminUserRoute,
  adminReconciliationRoute,
  adminStatementsRoute,
  adminStatementRoute,
  adminBalancesRoute,
  adminSupportRoute,
  ...adminFraudRoutes,
  ...adminSettingsRoutes,
  unknownAdminRoute,
]);
