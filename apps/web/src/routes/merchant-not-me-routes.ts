import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root-route.tsx';

const screens = () => import('../features/session/not-me-screen.tsx');

/** Pages of the links *this was not me* in messages to a merchant's contact. */
export const merchantNotMeRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/merchant/not-me',
    component: lazyRouteComponent(screens, 'MerchantNotMeScreen'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/merchant/contact-moved',
    component: lazyRouteComponent(screens, 'ContactMovedScreen'),
  }),
] as const;
