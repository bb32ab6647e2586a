import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { merchantSearch } from '../features/admin/merchants/merchant-search.ts';
import { adminRoute } from './admin-route.ts';

export const adminMerchantsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/merchants',
  validateSearch: merchantSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/merchants/merchants-screen.tsx'),
    'MerchantsScreen',
  ),
});
