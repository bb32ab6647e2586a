import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { viewVoucher } from '@zawadi/contract/vouchers';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { sessionStore } from '../session/session-store.ts';
import { useSession } from '../session/session.tsx';

/** The voucher behind a claim link, as every holder of the link may see it; no query without a link. */
export function useVoucher(claimToken: string | undefined) {
  const { status } = useSession();
  useEffect(() => void sessionStore.settled(), []);
  return useQuery({
    queryKey: queryKeys.voucher(claimToken ?? ''),
    // Learning who is signed in forgets what was fetched before, so the voucher comes after it.
    enabled: status !== 'loading' && claimToken !== undefined,
    queryFn: ({ signal }) => call(viewVoucher, { params: { claimToken: claimToken ?? '' }, signal }),
  });
}
