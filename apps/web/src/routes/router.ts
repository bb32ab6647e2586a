import { createRouter } from '@tanstack/react-router';
import { PageFailure } from '../features/shell/page-failure.tsx';
import { PagePending } from '../features/shell/page-pending.tsx';
import { adminApprovalsRoute } from './admin-approvals-route.ts';
import { adminAuditRoute } from './admin-audit-route.ts';
import { adminBalancesRoute } from './admin-balances-route.ts';
import { adminFeesAndLimitsRoute } from './admin-fees-and-limits-route.ts';
import { adminFraudRulesRoute } from './admin-fraud-rules-route.ts';
import { adminIndexRoute } from './admin-index-route.ts';
import { adminFirstStepsRoute } from './admin-first-steps-route.ts';
import { adminLoginRoute } from './admin-login-route.ts';
import { adminMerchantRoute } from './admin-merchant-route.ts';
import { adminMerchantsRoute } from './admin-merchants-route.ts';
import { adminMessageRoute } from './admin-message-route.ts';
import { adminMessagesRoute } from './admin-messages-route.ts';
import { adminReconciliationRoute } from './admin-reconciliation-route.ts';
import { adminReportRoute } from './admin-report-route.ts';
import { adminReportsRoute } from './admin-reports-route.ts';
import { adminReviewsRoute } from './admin-reviews-route.ts';
import { adminRoute } from './admin-route.ts';
import { adminSettingsRoute } from './admin-settings-route.ts';
import { adminSettlementRoute } from './admin-settlement-route.ts';
import { adminSettlementsRoute } from './admin-settlements-route.ts';
import { adminTransactionRoute } from './admin-transaction-route.ts';
import { adminTransactionsRoute } from './admin-transactions-route.ts';
import { adminUserRoute } from './admin-user-route.ts';
import { adminUsersRoute } from './admin-users-route.ts';
import { adminStaffRoute } from './admin-staff-route.ts';
import { adminStatementRoute } from './admin-statement-route.ts';
import { adminStatementsRoute } from './admin-statements-route.ts';
import { adminSupportRoute } from './admin-support-route.ts';
import { buyGiftsRoute } from './buy-gifts-route.ts';
import { dashboardIndexRoute } from './dashboard-index-route.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { forgotPasswordRoute } from './forgot-password-route.ts';
import { indexRoute } from './index-route.ts';
import { loginRoute } from './login-route.ts';
import { merchantApiRoute } from './merchant-api-route.ts';
import { merchantDashboardRoute } from './merchant-dashboard-route.ts';
import { merchantFirstPasswordRoute } from './merchant-first-password-route.ts';
import { merchantForgotPasswordRoute } from './merchant-forgot-password-route.ts';
import { merchantLoginRoute } from './merchant-login-route.ts';
import { merchantOverviewRoute } from './merchant-overview-route.ts';
import { merchantRedeemRoute } from './merchant-redeem-route.ts';
import { merchantReportsRoute } from './merchant-reports-route.ts';
import { merchantSettlementRoute } from './merchant-settlement-route.ts';
import { merchantSettlementsRoute } from './merchant-settlements-route.ts';
import { merchantShortcutRoutes } from './merchant-shortcut-routes.ts';
import { merchantSettingsRoute } from './merchant-settings-route.ts';
import { merchantSupportRoute } from './merchant-support-route.ts';
import { merchantTransactionsRoute } from './merchant-transactions-route.ts';
import { merchantNotMeRoute, notMeRoute } from './not-me-route.ts';
import { privacyRoute } from './privacy-route.ts';
import { profileRoute } from './profile-route.ts';
import { redeemRoute } from './redeem-route.ts';
import { registerRoute } from './register-route.ts';
import { resetPasswordRoute } from './reset-password-route.ts';
import { rootRoute } from './root-route.tsx';
import { supportRoute } from './support-route.ts';
import { termsRoute } from './terms-route.ts';
import { transactionsRoute } from './transactions-route.ts';
import {
  unknownAdminRoute,
  unknownDashboardRoute,
  unknownMerchantRoute,
  unknownRoute,
  userDashboardRoute,
} from './unknown-routes.ts';
import { verifyEmailRoute } from './verify-email-route.ts';
import { voucherRoute } from './voucher-route.ts';
import { walletRoute } from './wallet-route.ts';

const dashboardRoutes = dashboardRoute.addChildren([
  dashboardIndexRoute,
  buyGiftsRoute,
  redeemRoute,
  walletRoute,
  transactionsRoute,
  profileRoute,
  unknownDashboardRoute,
]);

const merchantDashboardRoutes = merchantDashboardRoute.addChildren([
  merchantOverviewRoute,
  merchantRedeemRoute,
  merchantTransactionsRoute,
  merchantSettlementsRoute,
  merchantSettlementRoute,
  merchantReportsRoute,
  merchantApiRoute,
  merchantSupportRoute,
  merchantSettingsRoute,
]);

const adminRoutes = adminRoute.addChildren([
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
  adminUsersRoute,
  adminUserRoute,
  adminReconciliationRoute,
  adminStatementsRoute,
  adminStatementRoute,
  adminBalancesRoute,
  adminSupportRoute,
  adminSettingsRoute,
  adminStaffRoute,
  adminFeesAndLimitsRoute,
  adminFraudRulesRoute,
  adminMessagesRoute,
  adminMessageRoute,
  adminAuditRoute,
  unknownAdminRoute,
]);

const routeTree = rootRoute.addChildren([
  indexRoute,
  loginRoute,
  merchantLoginRoute,
  merchantForgotPasswordRoute,
  merchantFirstPasswordRoute,
  ...merchantShortcutRoutes,
  adminLoginRoute,
  adminFirstStepsRoute,
  registerRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  termsRoute,
  privacyRoute,
  supportRoute,
  userDashboardRoute,
  verifyEmailRoute,
  notMeRoute,
  merchantNotMeRoute,
  voucherRoute,
  dashboardRoutes,
  merchantDashboardRoutes,
  adminRoutes,
  unknownMerchantRoute,
  unknownRoute,
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 300,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageFailure,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
