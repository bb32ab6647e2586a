import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { onlyFor } from '../features/session/guards.ts';
import { rootRoute } from './root-route.tsx';

export const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  beforeLoad: onlyFor('ROLE_USER'),
  component: lazyRouteComponent(() => import('../features/shell/consumer-shell.tsx'), 'ConsumerShell'),
});
