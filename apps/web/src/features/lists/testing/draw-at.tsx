import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { draw } from '../../../ui/testing/dom.tsx';

/**
 * Renders a screen at a URL, and records the URLs that it sets.
 * @param next delays the page at /next until this promise resolves
 */
export function drawAt(address: string, Screen: () => ReactNode, next?: Promise<void>) {
  const history = createMemoryHistory({ initialEntries: [address] });
  const root = createRootRoute();
  const routes = [
    createRoute({ path: '/', getParentRoute: () => root, component: Screen }),
    createRoute({ path: '/next', getParentRoute: () => root, component: () => 'Next', loader: () => next }),
  ];
  const router = createRouter({ history, routeTree: root.addChildren(routes) });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const drawn = draw(
    <QueryClientProvider client={queries}>
      {/* Cast, because the type of `RouterProvider` expects the app's own router. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { ...drawn, address: () => decodeURIComponent(history.location.href) };
}
