import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { viewVoucher } from '@zawadi/contract/vouchers';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { sessionStore } from '../session/session-store.ts';
import { useSession } from '../session/session.tsx';

/** Loads the voucher of a claim link, as any holder of the link may see it. Loads nothing without a token. */
export function useVoucher(claimToken: string | undefined) {
  const { status } = useSession();
  useEffect(() => void sessionStore.settled(), []);
  return useQuery({
    ...voucherQuery(claimToken ?? ''),
    // Loading the session clears the query cache, so fetch the voucher afterwards.
    enabled: status !== 'loading' && claimToken !== undefined,
  });
}

/** Fetches the voucher before its page renders, if no session has to be loaded first. */
export function fetchVoucherEarly(claimToken: string): void {
  if (sessionStore.read().status === 'signed-out') void queryClient.prefetchQuery(voucherQuery(claimToken));
}

function voucherQuery(claimToken: string) {
  return queryOptions({
    queryKey: queryKeys.voucher(claimToken),
    queryFn: ({ signal }) => call(viewVoucher, { params: { claimToken }, signal }),
  });
}
