import { QueryClient } from '@tanstack/react-query';

// No retries or refetches here: `call` already retries what is safe to retry, and live hints announce changes.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: true },
    // Fail at once without a network. By default an action would wait silently for one, and move money long after the
    // user gave up.
    mutations: { networkMode: 'always' },
  },
});
