import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireFirstStepsOpen } from '../features/session/administrator-guards.ts';
import { loginSearch, requireRole, redirectIfSignedInAs } from '../features/session/guards.ts';
import { merchantSearch } from '../features/admin/merchants/merchant-search.ts';
import { adminSettlementSearch } from '../features/admin/settlements/admin-settlement-search.ts';
import { userSearch } from '../features/admin/users/user-search.ts';
import { itemSearch } from '../features/admin/reconciliation/item-search.ts';
import { letterSearch } from '../features/admin/support/letter-search.ts';
import { adminRoute } from './admin-route.ts';
import { rootRoute } from './root-route.tsx';
import { screenWithQueries } from './lazy-screens.tsx';
import { adminFraudRoutes } from './admin-fraud-routes.ts';
import { adminPostingRoutes } from './admin-posting-routes.ts';
import { adminViewRoutes } from './admin-view-routes.ts';
import { adminReportRoutes } from './admin-report-routes.ts';
import { adminSettingsRoutes } from './admin-settings-routes.ts';
import { adminTransactionsRoutes } from './admin-transactions-routes.ts';

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

const adminBankFilesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settlements/bank-files',
  component: lazyRouteComponent(
    () => import('../features/admin/settlements/bank-files-screen.tsx'),
    'BankFilesScreen',
  ),
});

const adminBankFileRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settlements/bank-files/$number',
  component: lazyRouteComponent(
    () => import('../features/admin/settlements/bank-file-screen.tsx'),
    'BankFileScreen',
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

const adminUssdRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/ussd',
  component: lazyRouteComponent(() => import('../features/admin/ussd/ussd-screen.tsx'), 'UssdScreen'),
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

const adminLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/login',
  validateSearch: loginSearch,
  beforeLoad: redirectIfSignedInAs('ROLE_ADMIN'),
  component: lazyRouteComponent(
    () => import('../features/session/admin-login-screen.tsx'),
    'AdminLoginScreen',
  ),
});

const adminFirstStepsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/first-steps',
  validateSearch: loginSearch,
  beforeLoad: async (visit) => {
    await requireRole('ROLE_ADMIN')(visit);
    await requireFirstStepsOpen(visit);
  },
  component: screenWithQueries(
    async () => (await import('../features/admin/first-steps-screen.tsx')).FirstStepsScreen,
  ),
});

const officeRoutes = adminRoute.addChildren([
  adminIndexRoute,
  adminMerchantsRoute,
  adminMerchantRoute,
  ...adminTransactionsRoutes,
  adminSettlementsRoute,
  adminSettlementRoute,
  adminBankFilesRoute,
  adminBankFileRoute,
  ...adminReportRoutes,
  adminUsersRoute,
  adminUssdRoute,
  adminUserRoute,
  adminReconciliationRoute,
  adminStatementsRoute,
  adminStatementRoute,
  adminBalancesRoute,
  adminSupportRoute,
  ...adminPostingRoutes,
  ...adminViewRoutes,
  ...adminFraudRoutes,
  ...adminSettingsRoutes,
]);

export const adminRoutes = [adminLoginRoute, adminFirstStepsRoute, officeRoutes] as const;
