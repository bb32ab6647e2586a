import { useMutation } from '@tanstack/react-query';
import { showCodeByLink } from '@zawadi/contract/vouchers';
import { call, sentenceOf } from '../../api/call.ts';
import { toast } from '../../ui/toast.tsx';

/** The code of a gift, once its holder asks for it: showing it opens the gift, so no page fetches it by loading. */
export function useCode(claimToken: string) {
  const showing = useMutation({
    mutationFn: () => call(showCodeByLink, { body: { claimToken } }),
    onError: (error) => toast.error(sentenceOf(error)),
  });
  return { show: () => showing.mutate(), isBusy: showing.isPending, shown: showing.data?.code };
}
