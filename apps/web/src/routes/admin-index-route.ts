import { createRoute } from '@tanstack/react-router';
import { adminRoute } from './admin-route.ts';
import { screenWithQueries } from './screen-with-queries.tsx';

export const adminIndexRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  component: screenWithQueries(
    async () => (await import('../features/admin/overview-screen.tsx')).OverviewScreen,
  ),
});
