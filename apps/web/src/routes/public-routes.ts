import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loginSearch, toOwnHome, unlessSignedInAs } from '../features/session/guards.ts';
import { goTo, rootRoute } from './root-route.tsx';
import { resetSearch, returnSearch } from '../features/session/return-to-login.ts';
import { readingScreen, screenWithQueries } from './lazy-screens.tsx';

export const indexRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', beforeLoad: toOwnHome });

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: loginSearch,
  beforeLoad: unlessSignedInAs('ROLE_USER'),
  component: lazyRouteComponent(() => import('../features/session/login-screen.tsx'), 'LoginScreen'),
});

export const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  component: lazyRouteComponent(() => import('../features/session/register-screen.tsx'), 'RegisterScreen'),
});

export const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  validateSearch: returnSearch,
  component: lazyRouteComponent(
    () => import('../features/session/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
});

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: resetSearch,
  component: lazyRouteComponent(
    () => import('../features/session/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
});

export const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms',
  component: readingScreen(async () => (await import('../features/texts/terms-screen.tsx')).TermsScreen),
});

export const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy',
  component: readingScreen(async () => (await import('../features/texts/privacy-screen.tsx')).PrivacyScreen),
});

export const supportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/support',
  component: readingScreen(async () => (await import('../features/texts/support-screen.tsx')).SupportScreen),
});

export const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  component: lazyRouteComponent(
    () => import('../features/session/verify-email-screen.tsx'),
    'VerifyEmailScreen',
  ),
});

const load = () => import('../features/session/not-me-screen.tsx');

export const notMeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/not-me',
  component: lazyRouteComponent(load, 'NotMeScreen'),
});

export const merchantNotMeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/merchant/not-me',
  component: lazyRouteComponent(load, 'MerchantNotMeScreen'),
});

export const voucherRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/v/$token',
  component: screenWithQueries(
    async () => (await import('../features/voucher-page/voucher-screen.tsx')).VoucherScreen,
  ),
});

export const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: goTo('/'),
});

export const userDashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/user/dashboard',
  beforeLoad: goTo('/dashboard'),
});
