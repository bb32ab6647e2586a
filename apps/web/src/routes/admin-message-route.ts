import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from './admin-route.ts';

export const adminMessageRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/messages/$channel/$template/$language',
  component: lazyRouteComponent(
    () => import('../features/admin/messages/message-screen.tsx'),
    'MessageScreen',
  ),
});
