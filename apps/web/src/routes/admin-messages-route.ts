import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from './admin-route.ts';

export const adminMessagesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/messages',
  component: lazyRouteComponent(
    () => import('../features/admin/messages/messages-screen.tsx'),
    'MessagesScreen',
  ),
});
