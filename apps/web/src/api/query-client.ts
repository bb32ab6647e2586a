import { QueryClient } from '@tanstack/react-query';

// `call` already repeats what may be repeated, and live hints say when something changed.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: true },
    // Without a network an action fails at once. By default it would wait for one without a word, and move money
    // long after the user has given up.
    mutations: { networkMode: 'always' },
  },
});
