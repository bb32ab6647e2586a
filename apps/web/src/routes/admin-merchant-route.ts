import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from './admin-route.ts';

export const adminMerchantRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/merchants/$merchantCode',
  component: lazyRouteComponent(
    () => import('../features/admin/merchants/merchant-screen.tsx'),
    'MerchantScreen',
  ),
});
