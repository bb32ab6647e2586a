import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loginSearch, onlyFor, unlessSignedInAs } from '../features/session/guards.ts';
import {
  onlyForOwnersAndManagers,
  onlyWithOwnPassword,
  onlyWithTemporaryPassword,
} from '../features/session/merchant-guards.ts';
import { transactionSearch } from '../features/merchant/transactions/transaction-search.ts';
import { settlementSearch } from '../features/settlement-batch/settlement-search.ts';
import { reportSearch } from '../features/merchant/reports/report-search.ts';
import { rootRoute } from './root-route.tsx';
import { screenWithQueries } from './lazy-screens.tsx';

const merchantDashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/merchant/dashboard',
  beforeLoad: async (visit) => {
    await onlyFor('ROLE_MERCHANT')(visit);
    await onlyWithOwnPassword(visit);
  },
  component: screenWithQueries(
    async () => (await import('../features/shell/merchant-shell.tsx')).MerchantShell,
  ),
});

const merchantOverviewRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/',
  beforeLoad: onlyForOwnersAndManagers,
  component: lazyRouteComponent(
    () => import('../features/merchant/overview/overview-screen.tsx'),
    'OverviewScreen',
  ),
});

const merchantRedeemRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: 'redeem',
  component: lazyRouteComponent(() => import('../features/merchant/till/redeem-screen.tsx'), 'RedeemScreen'),
});

const merchantTransactionsRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/transactions',
  validateSearch: transactionSearch,
  beforeLoad: onlyForOwnersAndManagers,
  component: lazyRouteComponent(
    () => import('../features/merchant/transactions/transactions-screen.tsx'),
    'TransactionsScreen',
  ),
});

const merchantSettlementsRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/settlements',
  validateSearch: settlementSearch,
  beforeLoad: onlyForOwnersAndManagers,
  component: lazyRouteComponent(
    () => import('../features/merchant/settlements/settlements-screen.tsx'),
    'SettlementsScreen',
  ),
});

const merchantSettlementRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/settlements/$batchId',
  beforeLoad: onlyForOwnersAndManagers,
  component: lazyRouteComponent(
    () => import('../features/merchant/settlements/settlement-screen.tsx'),
    'SettlementScreen',
  ),
});

const merchantInvoicesRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/settlements/invoices',
  beforeLoad: onlyForOwnersAndManagers,
  component: lazyRouteComponent(
    () => import('../features/merchant/invoices/invoices-screen.tsx'),
    'InvoicesScreen',
  ),
});

const merchantReportsRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/reports',
  validateSearch: reportSearch,
  beforeLoad: onlyForOwnersAndManagers,
  component: lazyRouteComponent(
    () => import('../features/merchant/reports/reports-screen.tsx'),
    'ReportsScreen',
  ),
});

const merchantApiRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/api',
  beforeLoad: onlyForOwnersAndManagers,
  component: lazyRouteComponent(
    () => import('../features/merchant/api-access/api-access-screen.tsx'),
    'ApiAccessScreen',
  ),
});

const merchantSupportRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/support',
  component: lazyRouteComponent(
    () => import('../features/merchant/support/support-screen.tsx'),
    'SupportScreen',
  ),
});

const merchantSettingsRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../features/merchant/settings/settings-screen.tsx'),
    'SettingsScreen',
  ),
});

const merchantLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/merchant/login',
  validateSearch: loginSearch,
  beforeLoad: unlessSignedInAs('ROLE_MERCHANT'),
  component: lazyRouteComponent(
    () => import('../features/session/merchant-login-screen.tsx'),
    'MerchantLoginScreen',
  ),
});

const merchantForgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/merchant/forgot-password',
  component: lazyRouteComponent(
    () => import('../features/session/merchant-forgot-password-screen.tsx'),
    'MerchantForgotPasswordScreen',
  ),
});

const merchantFirstPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/merchant/first-password',
  validateSearch: loginSearch,
  beforeLoad: async (visit) => {
    await onlyFor('ROLE_MERCHANT')(visit);
    await onlyWithTemporaryPassword(visit);
  },
  component: lazyRouteComponent(
    () => import('../features/merchant/first-password-screen.tsx'),
    'FirstPasswordScreen',
  ),
});

const merchantNotMeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/merchant/not-me',
  component: lazyRouteComponent(() => import('../features/session/not-me-screen.tsx'), 'MerchantNotMeScreen'),
});

const page = (name: 'transactions' | 'settlements' | 'api' | 'reports') => () => {
  redirect({ to: `/merchant/dashboard/${name}`, replace: true, throw: true });
};

/** The addresses of the overview's quick actions; the pages themselves lie inside the dashboard. */
const merchantShortcutRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/merchant/transactions',
    beforeLoad: page('transactions'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/merchant/settlements',
    beforeLoad: page('settlements'),
  }),
  createRoute({ getParentRoute: () => rootRoute, path: '/merchant/api', beforeLoad: page('api') }),
  createRoute({ getParentRoute: () => rootRoute, path: '/merchant/reports', beforeLoad: page('reports') }),
] as const;

const merchantDashboardRoutes = merchantDashboardRoute.addChildren([
  merchantOverviewRoute,
  merchantRedeemRoute,
  merchantTransactionsRoute,
  merchantSettlementsRoute,
  merchantInvoicesRoute,
  merchantSettlementRoute,
  merchantReportsRoute,
  merchantApiRoute,
  merchantSupportRoute,
  merchantSettingsRoute,
]);

export const merchantRoutes = [
  merchantLoginRoute,
  merchantForgotPasswordRoute,
  merchantFirstPasswordRoute,
  merchantNotMeRoute,
  ...merchantShortcutRoutes,
  merchantDashboardRoutes,
] as const;
