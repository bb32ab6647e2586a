import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { claimVoucher } from '@zawadi/contract/vouchers';
import { call, CallRefused, sentenceOf } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { toast } from '../../ui/toast.tsx';

type Claimed = CallAnswer<typeof claimVoucher>;

/** Adds the whole balance of a voucher to the signed-in consumer's wallet. The page shows the success. */
export function useClaim(claimToken: string, onClaimed?: (claimed: Claimed) => void) {
  const queries = useQueryClient();
  const claiming = useMutation({
    mutationFn: () => call(claimVoucher, { body: { claimToken } }),
    onSuccess: onClaimed,
    onError: (error) => {
      if (!(error instanceof CallRefused)) toast.error(sentenceOf(error));
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.vouchers }),
        queries.invalidateQueries({ queryKey: queryKeys.wallet }),
      ]),
  });
  return {
    add: () => claiming.mutate(),
    isBusy: claiming.isPending,
    claimed: claiming.data,
    error: claiming.error,
  };
}
