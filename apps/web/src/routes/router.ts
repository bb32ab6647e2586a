import {
  type AnyRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { PageFailure } from '../features/shell/page-failure.tsx';
import { PagePending } from '../features/shell/page-pending.tsx';
import {
  fromSearch,
  loginSearch,
  redirectToOwnHome,
  redirectIfSignedInAs,
} from '../features/session/guards.ts';
import { forgotSearch, resetSearch } from '../features/session/return-to-login.ts';
import { claimSearch } from '../features/voucher-page/claim/claim-search.ts';
import type { adminRoutes } from './admin-routes.ts';
import { dashboardRoutes } from './consumer-routes.ts';
import type { merchantRoutes } from './merchant-routes.ts';
import { goTo, rootRoute } from './root-route.tsx';
import { screenWithQueries, screenWithWords } from './lazy-screens.tsx';

const indexRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', beforeLoad: redirectToOwnHome });

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: loginSearch,
  beforeLoad: redirectIfSignedInAs('ROLE_USER'),
  component: lazyRouteComponent(() => import('../features/session/login-screen.tsx'), 'LoginScreen'),
});

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  validateSearch: fromSearch,
  beforeLoad: redirectIfSignedInAs('ROLE_USER'),
  component: lazyRouteComponent(() => import('../features/session/register-screen.tsx'), 'RegisterScreen'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  validateSearch: forgotSearch,
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
  component: screenWithWords(
    async () => (await import('../features/texts/terms-screen.tsx')).TermsScreen,
    'reading',
  ),
});

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy',
  component: screenWithWords(
    async () => (await import('../features/texts/privacy-screen.tsx')).PrivacyScreen,
    'reading',
  ),
});

const supportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/support',
  component: screenWithQueries(
    async () => (await import('../features/texts/support-screen.tsx')).SupportScreen,
    'reading',
  ),
});

const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  component: lazyRouteComponent(
    () => import('../features/session/verify-email-screen.tsx'),
    'VerifyEmailScreen',
  ),
});

const notMeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/not-me',
  component: lazyRouteComponent(() => import('../features/session/not-me-screen.tsx'), 'NotMeScreen'),
});

const freezeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/freeze',
  component: screenWithWords(
    async () => (await import('../features/wallet-freeze/freeze-screen.tsx')).FreezeScreen,
    'freeze',
  ),
});

const voucherScreen = () => import('../features/voucher-page/voucher-screen.tsx');

const voucherRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/v/$token',
  // Do not run this when the page is preloaded on hover, because fetching a gift marks it as opened.
  beforeLoad: ({ params, preload }) => {
    if (!preload) void askEarly(params.token).catch(() => undefined);
  },
  component: screenWithWords(async () => (await voucherScreen()).VoucherScreen, 'house'),
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

const merchantArea = createRoute({
  getParentRoute: () => rootRoute,
  path: '/merchant/$',
  beforeLoad: openArea(
    '/merchant/dashboard',
    async () => (await import('./merchant-routes.ts')).merchantRoutes,
  ),
});

const adminArea = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/$',
  beforeLoad: openArea('/admin', async () => (await import('./admin-routes.ts')).adminRoutes),
});

/**
 * Loads the routes of an area on demand. Only shops' staff and administrators need these routes, so the first page of
 * the area loads them, and other visits do not. If a URL arrives here again afterwards, it has no route.
 */
function openArea(home: string, load: () => Promise<readonly AnyRoute[]>) {
  let isOpen = false;
  return async ({ location }: { location: { href: string } }): Promise<void> => {
    if (isOpen) redirect({ to: home, replace: true, throw: true });
    const routes = await load();
    // A preload on hover and the click may both have loaded the routes; add them only once.
    if (!isOpen) {
      isOpen = true;
      rootRoute.addChildren([...(rootRoute.children as readonly AnyRoute[]), ...routes]);
      router.setRoutes(router.buildRouteTree());
    }
    redirect({ href: location.href, replace: true, throw: true });
  };
}

const routes = [
  indexRoute,
  loginRoute,
  registerRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  termsRoute,
  privacyRoute,
  supportRoute,
  userDashboardRoute,
  verifyEmailRoute,
  notMeRoute,
  freezeRoute,
  voucherRoute,
  claimRoute,
  dashboardRoutes,
  merchantArea,
  adminArea,
  unknownRoute,
] as const;

export const router = createRouter({
  routeTree: withPortalRoutes(rootRoute.addChildren(routes)),
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 300,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageFailure,
  scrollRestoration: true,
});

/**
 * Gives the route tree the type with all pages. So TypeScript also checks links to pages whose routes are not loaded
 * yet.
 */
function withPortalRoutes(tree: unknown): WholeTree {
  return tree as WholeTree;
}

type WholeTree = ReturnType<
  typeof rootRoute.addChildren<[...typeof routes, ...typeof merchantRoutes, ...typeof adminRoutes]>
>;

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
