import { QueryClient } from '@tanstack/react-query';

// No retries here: `call` retries GETs. No polling: live hints report changes.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: true },
    // Without a network, fail at once. By default an action would wait for the network, and move money long after the
    // user gave up.
    mutations: { networkMode: 'always' },
  },
});
