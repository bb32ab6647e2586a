import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { PageFailure } from '../features/shell/page-failure.tsx';
import { PagePending } from '../features/shell/page-pending.tsx';
import { fromSearch, loginSearch, toOwnHome, unlessSignedInAs } from '../features/session/guards.ts';
import { resetSearch, returnSearch } from '../features/session/return-to-login.ts';
import { claimSearch } from '../features/voucher-page/claim/claim-search.ts';
import { adminFirstStepsRoute, adminLoginRoute, adminRoutes } from './admin-routes.ts';
import { dashboardRoutes } from './consumer-routes.ts';
import {
  merchantDashboardRoutes,
  merchantFirstPasswordRoute,
  merchantForgotPasswordRoute,
  merchantLoginRoute,
  merchantShortcutRoutes,
  unknownMerchantRoute,
} from './merchant-routes.ts';
import { goTo, rootRoute } from './root-route.tsx';
import { readingScreen, screenOfItsOwn, screenWithQueries } from './lazy-screens.tsx';

const indexRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', beforeLoad: toOwnHome });

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: loginSearch,
  beforeLoad: unlessSignedInAs('ROLE_USER'),
  component: lazyRouteComponent(() => import('../features/session/login-screen.tsx'), 'LoginScreen'),
});

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  validateSearch: fromSearch,
  beforeLoad: unlessSignedInAs('ROLE_USER'),
  component: lazyRouteComponent(() => import('../features/session/register-screen.tsx'), 'RegisterScreen'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  validateSearch: returnSearch,
  component: lazyRouteComponent(
    () => import('../features/session/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: resetSearch,
  component: lazyRouteComponent(
    () => import('../features/session/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
});

const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms',
  component: readingScreen(async () => (await import('../features/texts/terms-screen.tsx')).TermsScreen),
});

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy',
  component: readingScreen(async () => (await import('../features/texts/privacy-screen.tsx')).PrivacyScreen),
});

const supportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/support',
  component: readingScreen(async () => (await import('../features/texts/support-screen.tsx')).SupportScreen),
});

const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  component: lazyRouteComponent(
    () => import('../features/session/verify-email-screen.tsx'),
    'VerifyEmailScreen',
  ),
});

const load = () => import('../features/session/not-me-screen.tsx');

const notMeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/not-me',
  component: lazyRouteComponent(load, 'NotMeScreen'),
});

const merchantNotMeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/merchant/not-me',
  component: lazyRouteComponent(load, 'MerchantNotMeScreen'),
});

const voucherScreen = () => import('../features/voucher-page/voucher-screen.tsx');

const voucherRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/v/$token',
  // Not for a link that is only pointed at: who asks for a gift opens it.
  beforeLoad: ({ params, preload }) => {
    if (!preload) void askEarly(params.token).catch(() => undefined);
  },
  component: screenOfItsOwn(async () => (await voucherScreen()).VoucherScreen),
});

const claimRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/v/$token/claim',
  validateSearch: claimSearch,
  component: screenWithQueries(
    async () => (await import('../features/voucher-page/claim/claim-screen.tsx')).ClaimScreen,
    'claim',
  ),
});

async function askEarly(claimToken: string): Promise<void> {
  const { fetchVoucherEarly } = await voucherScreen();
  fetchVoucherEarly(claimToken);
}

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: goTo('/'),
});

const userDashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/user/dashboard',
  beforeLoad: goTo('/dashboard'),
});

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
  claimRoute,
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
