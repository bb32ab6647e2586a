import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { viewVoucher } from '@zawadi/contract/vouchers';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { sessionStore } from '../session/session-store.ts';
import { useSession } from '../session/session.tsx';

/** The voucher behind a claim link, as every holder of the link may see it; no query without a link. */
export function useVoucher(claimToken: string | undefined) {
  const { status } = useSession();
  useEffect(() => void sessionStore.settled(), []);
  return useQuery({
    ...voucherQuery(claimToken ?? ''),
    // Learning who is signed in forgets what was fetched before, so the voucher comes after it.
    enabled: status !== 'loading' && claimToken !== undefined,
  });
}

/** Asks for the voucher before its page is drawn, where no session has to be read first. */
export function fetchVoucherEarly(claimToken: string): void {
  if (sessionStore.read().status === 'signed-out') void queryClient.prefetchQuery(voucherQuery(claimToken));
}

function voucherQuery(claimToken: string) {
  return queryOptions({
    queryKey: queryKeys.voucher(claimToken),
    queryFn: ({ signal }) => call(viewVoucher, { params: { claimToken }, signal }),
  });
}
