import { createRouter } from '@tanstack/react-router';
import { PageFailure } from '../features/shell/page-failure.tsx';
import { PagePending } from '../features/shell/page-pending.tsx';
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
import {
  forgotPasswordRoute,
  indexRoute,
  loginRoute,
  merchantNotMeRoute,
  notMeRoute,
  privacyRoute,
  registerRoute,
  resetPasswordRoute,
  supportRoute,
  termsRoute,
  unknownRoute,
  userDashboardRoute,
  verifyEmailRoute,
  voucherRoute,
} from './public-routes.ts';
import { rootRoute } from './root-route.tsx';

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
