import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { auditSearch } from '../features/admin/audit/audit-search.ts';
import { adminRoute } from './admin-route.ts';

const adminSettingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../features/admin/settings/settings-screen.tsx'),
    'SettingsScreen',
  ),
});

const adminAdministratorsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/administrators',
  component: lazyRouteComponent(
    () => import('../features/admin/administrators/administrators-screen.tsx'),
    'AdministratorsScreen',
  ),
});

const adminFeesAndLimitsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/fees-and-limits',
  component: lazyRouteComponent(
    () => import('../features/admin/fees-and-limits/fees-and-limits-screen.tsx'),
    'FeesAndLimitsScreen',
  ),
});

const adminBookkeepingRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/bookkeeping',
  component: lazyRouteComponent(
    () => import('../features/admin/bookkeeping/bookkeeping-screen.tsx'),
    'BookkeepingScreen',
  ),
});

const adminInvoicingRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/invoices',
  component: lazyRouteComponent(
    () => import('../features/admin/invoices/invoicing-screen.tsx'),
    'InvoicingScreen',
  ),
});

const adminFraudRulesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/fraud-rules',
  component: lazyRouteComponent(
    () => import('../features/admin/fraud/fraud-rules-screen.tsx'),
    'FraudRulesScreen',
  ),
});

const adminMessagesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/messages',
  component: lazyRouteComponent(
    () => import('../features/admin/templates/messages-screen.tsx'),
    'MessagesScreen',
  ),
});

const adminMessageRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/messages/$channel/$template/$language',
  component: lazyRouteComponent(
    () => import('../features/admin/templates/message-screen.tsx'),
    'MessageScreen',
  ),
});

const adminStopsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/stops',
  component: lazyRouteComponent(() => import('../features/admin/stops/stops-screen.tsx'), 'StopsScreen'),
});

const adminHealthRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/health',
  component: lazyRouteComponent(
    () => import('../features/admin/system-health/health-screen.tsx'),
    'HealthScreen',
  ),
});

const adminAuditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('../features/admin/audit/audit-screen.tsx'), 'AuditScreen'),
});

export const adminSettingsRoutes = [
  adminSettingsRoute,
  adminAdministratorsRoute,
  adminFeesAndLimitsRoute,
  adminBookkeepingRoute,
  adminInvoicingRoute,
  adminFraudRulesRoute,
  adminMessagesRoute,
  adminMessageRoute,
  adminStopsRoute,
  adminHealthRoute,
  adminAuditRoute,
] as const;
