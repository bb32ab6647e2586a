import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root-route.tsx';

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
