import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { sessionStore } from './session-store.ts';

// What one person's screens remembered is never shown to the next one.
sessionStore.watchIdentity(() => queryClient.clear());

export function QueriesProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
