import { QueryClient } from '@tanstack/react-query';

// `call` already repeats what may be repeated, and live hints say when something changed.
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: true } },
});
