import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { draw } from '../../../ui/testing/dom.tsx';

/** Draws a screen at an address, with what it changes the address to. */
export function drawAt(address: string, Screen: () => ReactNode) {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ history, routeTree: createRootRoute({ component: Screen }) });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const drawn = draw(
    <QueryClientProvider client={queries}>
      {/* The router of a test is not the one whose addresses are declared. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { ...drawn, address: () => decodeURIComponent(history.location.href) };
}
