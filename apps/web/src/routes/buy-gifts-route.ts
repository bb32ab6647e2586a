import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { wizardSearch } from './wizard-search.ts';
import { dashboardRoute } from './dashboard-route.ts';

export const buyGiftsRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/buy-gifts',
  validateSearch: wizardSearch,
  component: lazyRouteComponent(
    () => import('../features/consumer/buy-gifts/buy-gifts-screen.tsx'),
    'BuyGiftsScreen',
  ),
});
