import { useMutation } from '@tanstack/react-query';
import { showCodeByLink } from '@zawadi/contract/vouchers';
import { call, sentenceOf } from '../../api/call.ts';
import { toast } from '../../ui/toast.tsx';

/**
 * Fetches a gift's code when its holder clicks. Fetching it marks the gift as opened, so no page fetches it on load.
 */
export function useCode(claimToken: string) {
  const showing = useMutation({
    mutationFn: () => call(showCodeByLink, { body: { claimToken } }),
    onError: (error) => toast.error(sentenceOf(error)),
  });
  return { show: () => showing.mutate(), isBusy: showing.isPending, shown: showing.data?.code };
}
