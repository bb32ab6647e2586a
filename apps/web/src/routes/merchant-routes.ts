import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loginSearch, requireRole, redirectIfSignedInAs } from '../features/session/guards.ts';
import {
  requireOwnerOrManager,
  requireOwnPassword,
  requireTemporaryPassword,
  requireWholeShop,
} from '../features/session/merchant-guards.ts';
import { webhookEventsSearch } from '../features/merchant/webhooks/webhook-events-search.ts';
import { requestLogSearch } from '../features/merchant/api/request-log-search.ts';
import { transactionSearch } from '../features/merchant/transactions/transaction-search.ts';
import { voucherSearch } from '../features/merchant/vouchers/voucher-search.ts';
import { settlementSearch } from '../features/settlement-batch/settlement-search.ts';
import { reportSearch } from '../features/merchant/reports/report-search.ts';
import { dayCloseSearch } from '../features/merchant/day-closes/day-close-search.ts';
import { merchantNotMeRoutes } from './merchant-not-me-routes.ts';
import { merchantShortcutRoutes } from './merchant-shortcut-routes.ts';
import { rootRoute } from './root-route.tsx';
import { screenWithQueries, screenWithWords } from './lazy-screens.tsx';

const merchantDashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/merchant/dashboard',
  beforeLoad: async (visit) => {
    await requireRole('ROLE_MERCHANT')(visit);
    await requireOwnPassword(visit);
  },
  component: screenWithQueries(
    async () => (await import('../features/shell/merchant-shell.tsx')).MerchantShell,
    'shop',
  ),
});

const merchantOverviewRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/',
  beforeLoad: requireOwnerOrManager,
  component: lazyRouteComponent(
    () => import('../features/merchant/overview/overview-screen.tsx'),
    'OverviewScreen',
  ),
});

const merchantRedeemRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: 'redeem',
  component: lazyRouteComponent(
    () => import('../features/merchant/redemptions/redeem-screen.tsx'),
    'RedeemScreen',
  ),
});

const merchantDayClosesRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/day-closes',
  validateSearch: dayCloseSearch,
  component: lazyRouteComponent(
    () => import('../features/merchant/day-closes/day-closes-screen.tsx'),
    'DayClosesScreen',
  ),
});

const merchantTransactionsRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/transactions',
  validateSearch: transactionSearch,
  beforeLoad: requireOwnerOrManager,
  component: lazyRouteComponent(
    () => import('../features/merchant/transactions/transactions-screen.tsx'),
    'TransactionsScreen',
  ),
});

const merchantVouchersRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/vouchers',
  validateSearch: voucherSearch,
  beforeLoad: requireWholeShop,
  component: lazyRouteComponent(
    () => import('../features/merchant/vouchers/vouchers-screen.tsx'),
    'VouchersScreen',
  ),
});

const merchantSettlementsRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/settlements',
  validateSearch: settlementSearch,
  beforeLoad: requireWholeShop,
  component: lazyRouteComponent(
    () => import('../features/merchant/settlements/settlements-screen.tsx'),
    'SettlementsScreen',
  ),
});

const merchantSettlementRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/settlements/$batchId',
  beforeLoad: requireWholeShop,
  component: lazyRouteComponent(
    () => import('../features/merchant/settlements/settlement-screen.tsx'),
    'SettlementScreen',
  ),
});

const merchantInvoicesRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/settlements/invoices',
  beforeLoad: requireWholeShop,
  component: lazyRouteComponent(
    () => import('../features/merchant/invoices/invoices-screen.tsx'),
    'InvoicesScreen',
  ),
});

const merchantReportsRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/reports',
  validateSearch: reportSearch,
  beforeLoad: requireOwnerOrManager,
  component: lazyRouteComponent(
    () => import('../features/merchant/reports/reports-screen.tsx'),
    'ReportsScreen',
  ),
});

const merchantApiRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/api',
  beforeLoad: requireWholeShop,
  component: lazyRouteComponent(
    () => import('../features/merchant/api/api-access-screen.tsx'),
    'ApiAccessScreen',
  ),
});

const merchantWebhooksRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/api/webhooks',
  beforeLoad: requireWholeShop,
  component: lazyRouteComponent(
    () => import('../features/merchant/webhooks/webhooks-screen.tsx'),
    'WebhooksScreen',
  ),
});

const merchantEventsRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/api/events',
  validateSearch: webhookEventsSearch,
  beforeLoad: requireWholeShop,
  component: lazyRouteComponent(
    () => import('../features/merchant/webhooks/webhook-events-screen.tsx'),
    'WebhookEventsScreen',
  ),
});

const merchantRequestLogRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/api/log',
  validateSearch: requestLogSearch,
  beforeLoad: requireWholeShop,
  component: lazyRouteComponent(
    () => import('../features/merchant/api/request-log-screen.tsx'),
    'RequestLogScreen',
  ),
});

const merchantSupportRoute = createRoute({
  getParentRoute: () => merchantDashboardRoute,
  path: '/support',
  component: screenWithWords(
    async () => (await import('../features/merchant/support/support-screen.tsx')).SupportScreen,
    'help',
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
  beforeLoad: redirectIfSignedInAs('ROLE_MERCHANT'),
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
    await requireRole('ROLE_MERCHANT')(visit);
    await requireTemporaryPassword(visit);
  },
  component: screenWithWords(
    async () => (await import('../features/merchant/first-password-screen.tsx')).FirstPasswordScreen,
    'house',
    'shop',
  ),
});

const merchantDashboardRoutes = merchantDashboardRoute.addChildren([
  merchantOverviewRoute,
  merchantRedeemRoute,
  merchantDayClosesRoute,
  merchantTransactionsRoute,
  merchantVouchersRoute,
  merchantSettlementsRoute,
  merchantInvoicesRoute,
  merchantSettlementRoute,
  merchantReportsRoute,
  merchantApiRoute,
  merchantWebhooksRoute,
  merchantEventsRoute,
  merchantRequestLogRoute,
  merchantSupportRoute,
  merchantSettingsRoute,
]);

export const merchantRoutes = [
  merchantLoginRoute,
  merchantForgotPasswordRoute,
  merchantFirstPasswordRoute,
  ...merchantNotMeRoutes,
  ...merchantShortcutRoutes,
  merchantDashboardRoutes,
] as const;
