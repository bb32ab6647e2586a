import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { postingSearch } from '../features/admin/posting-requests/posting-search.ts';
import { adminRoute } from './admin-route.ts';

const postingRequestsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/posting-requests',
  validateSearch: postingSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/posting-requests/posting-requests-screen.tsx'),
    'PostingRequestsScreen',
  ),
});

const postingRequestRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/posting-requests/$postingId',
  component: lazyRouteComponent(
    () => import('../features/admin/posting-requests/posting-request-screen.tsx'),
    'PostingRequestScreen',
  ),
});

export const adminPostingRoutes = [postingRequestsRoute, postingRequestRoute] as const;
