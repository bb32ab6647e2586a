import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listWebhookAddresses } from '@zawadi/contract/webhooks-addresses';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** Loads every webhook address of the merchant. */
export function useWebhookAddresses() {
  return useQuery({
    queryKey: queryKeys.webhookAddresses,
    queryFn: ({ signal }) => call(listWebhookAddresses, { signal }),
  });
}

/** Returns a function that refetches all data about webhooks. */
export function useRefetchWebhooks(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all(
      [queryKeys.webhook, queryKeys.webhookAddresses, queryKeys.webhookEvents].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  };
}
