import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { invoiceSearch } from '../features/admin/invoices/invoice-search.ts';
import { reportNamed, reportSearch } from '../features/admin/reports/report-search.ts';
import { adminRoute } from './admin-route.ts';

function toFirstReport(search: ReturnType<typeof reportSearch>): void {
  redirect({
    to: '/admin/reports/$report',
    params: { report: 'volume' },
    search,
    replace: true,
    throw: true,
  });
}

const adminReportsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reports',
  validateSearch: reportSearch,
  beforeLoad: ({ search }) => toFirstReport(search),
});

const adminReportRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reports/$report',
  validateSearch: reportSearch,
  beforeLoad: ({ params, search }) => {
    if (reportNamed(params.report) === undefined) toFirstReport(search);
  },
  component: lazyRouteComponent(
    () => import('../features/admin/reports/reports-screen.tsx'),
    'ReportsScreen',
  ),
});

const adminJournalRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reports/journal',
  validateSearch: reportSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/bookkeeping/journal-screen.tsx'),
    'JournalScreen',
  ),
});

const adminInvoicesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reports/invoices',
  validateSearch: invoiceSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/invoices/invoices-screen.tsx'),
    'InvoicesScreen',
  ),
});

const adminAccountRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reports/accounts/$account',
  validateSearch: reportSearch,
  component: lazyRouteComponent(
    () => import('../features/admin/reports/account-screen.tsx'),
    'AccountScreen',
  ),
});

export const adminReportRoutes = [
  adminReportsRoute,
  adminJournalRoute,
  adminInvoicesRoute,
  adminReportRoute,
  adminAccountRoute,
] as const;
