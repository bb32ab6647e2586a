import { useMutation, useQueryClient } from '@tanstack/react-query';
import { resendGift } from '@zawadi/contract/vouchers-gifts';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { toast } from '../../../ui/toast.tsx';

/** Sends the same SMS and e-mail to the recipient once more. */
export function useResend(voucherId: string) {
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: () => call(resendGift, { body: { voucherId } }),
    onSuccess: () => toast.success(say('Gift sent again')),
    onError: (error) => toast.error(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.sentGifts }),
  });
  return { send: () => sending.mutate(), isBusy: sending.isPending };
}
