import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from './admin-route.ts';

export const adminFraudRulesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/fraud-rules',
  component: lazyRouteComponent(
    () => import('../features/admin/fraud-rules/fraud-rules-screen.tsx'),
    'FraudRulesScreen',
  ),
});
