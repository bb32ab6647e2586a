import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { approvalSearch } from '../features/admin/approvals/approval-search.ts';
import { adminRoute } from './admin-route.ts';

export const adminApprovalsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/transactions/approvals',
  validateSearch: approvalSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/approvals/approvals-screen.tsx'),
    'ApprovalsScreen',
  ),
});
