import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root-route.tsx';

export const notMeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/not-me',
  component: lazyRouteComponent(() => import('../features/session/not-me-screen.tsx'), 'NotMeScreen'),
});
