import { useMutation } from '@tanstack/react-query';
import { viewVoucherByCode } from '@zawadi/contract/vouchers-by-code';
import { call, CallRefused, sentenceOf } from '../../../api/call.ts';
import { toast } from '../../../ui/toast.tsx';

/** Asks for the gift behind a code whose check symbol is right. */
export function useTypedCode() {
  const looking = useMutation({
    mutationFn: async (code: string) => ({
      code,
      voucher: await call(viewVoucherByCode, { body: { code } }),
    }),
    onError: (error) => {
      if (!(error instanceof CallRefused)) toast.error(sentenceOf(error));
    },
  });
  return {
    show: (code: string) => looking.mutate(code),
    forget: () => {
      if (!looking.isIdle) looking.reset();
    },
    isBusy: looking.isPending,
    gift: looking.data,
    /** What stands at the field; a lost network is said by a toast instead. */
    problem: looking.error instanceof CallRefused ? looking.error.message : undefined,
  };
}
