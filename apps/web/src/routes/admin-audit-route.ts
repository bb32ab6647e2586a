import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { auditSearch } from '../features/admin/audit/audit-search.ts';
import { adminRoute } from './admin-route.ts';

export const adminAuditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('../features/admin/audit/audit-screen.tsx'), 'AuditScreen'),
});
