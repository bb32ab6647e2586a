import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from './admin-route.ts';

const savedViewRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/views/$viewId',
  component: lazyRouteComponent(() => import('../features/admin/saved-views/view-screen.tsx'), 'ViewScreen'),
});

export const adminViewRoutes = [savedViewRoute] as const;
