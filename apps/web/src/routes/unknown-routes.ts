import { createRoute, redirect } from '@tanstack/react-router';
import { adminRoute } from './admin-route.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { rootRoute } from './root-route.tsx';

// The guards of the targets send whoever is signed out on to the login of the area.
const to = (target: string) => () => {
  redirect({ to: target, replace: true, throw: true });
};

export const unknownRoute = createRoute({ getParentRoute: () => rootRoute, path: '$', beforeLoad: to('/') });
export const unknownDashboardRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '$',
  beforeLoad: to('/dashboard'),
});
export const unknownMerchantRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/merchant/$',
  beforeLoad: to('/merchant/dashboard'),
});
export const unknownAdminRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '$',
  beforeLoad: to('/admin'),
});
export const userDashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/user/dashboard',
  beforeLoad: to('/dashboard'),
});
