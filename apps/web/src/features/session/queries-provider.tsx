import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { sessionStore } from './session-store.ts';

// One user's cached data must never be shown to the next.
sessionStore.watchIdentity(() => queryClient.clear());

export function QueriesProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
