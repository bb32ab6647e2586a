import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { dashboardRoute } from './dashboard-route.ts';

export const walletRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/wallet',
  component: lazyRouteComponent(
    () => import('../features/consumer/wallet/wallet-screen.tsx'),
    'WalletScreen',
  ),
});
