import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { reviewSearch } from '../features/admin/reviews/review-search.ts';
import { adminRoute } from './admin-route.ts';

export const adminReviewsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/transactions/reviews',
  validateSearch: reviewSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/reviews/reviews-screen.tsx'),
    'ReviewsScreen',
  ),
});
