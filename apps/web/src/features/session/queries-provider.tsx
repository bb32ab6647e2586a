import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { sessionStore } from './session-store.ts';

// Clear the cache when the user changes, so that the next user never sees the previous user's data.
sessionStore.watchIdentity(() => queryClient.clear());

export function QueriesProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
