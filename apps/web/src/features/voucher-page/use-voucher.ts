import { useQuery } from '@tanstack/react-query';
import { viewVoucher } from '@zawadi/contract/vouchers';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** The voucher behind a claim link, as anybody with the link may see it. */
export function useVoucher(claimToken: string) {
  return useQuery({
    queryKey: queryKeys.voucher(claimToken),
    queryFn: ({ signal }) => call(viewVoucher, { params: { claimToken }, signal }),
  });
}
