import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from './admin-route.ts';

export const adminSettingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('../features/admin/settings-screen.tsx'), 'SettingsScreen'),
});
