import { createRoute } from '@tanstack/react-router';
import { rootRoute } from './root-route.tsx';
import { screenWithQueries } from './screen-with-queries.tsx';

export const voucherRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/v/$token',
  component: screenWithQueries(
    async () => (await import('../features/voucher-page/voucher-screen.tsx')).VoucherScreen,
  ),
});
