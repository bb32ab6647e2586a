import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root-route.tsx';

export const voucherRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/v/$token',
  component: lazyRouteComponent(() => import('../features/voucher-page/voucher-screen.tsx'), 'VoucherScreen'),
});
