import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { letterSearch } from '../features/admin/support/letter-search.ts';
import { adminRoute } from './admin-route.ts';

export const adminSupportRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/support',
  validateSearch: letterSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/support/letters-screen.tsx'),
    'LettersScreen',
  ),
});
