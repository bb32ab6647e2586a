import { useMutation } from '@tanstack/react-query';
import { lookUpVoucher } from '@zawadi/contract/redemptions';
import { call } from '../../../api/call.ts';
import { signal } from './signals.ts';
import { problemOfReason, tillProblemOf, type TillProblem } from './till-problem.ts';

/** What is on the voucher behind a code. */
export function useLookUp() {
  const looking = useMutation({
    mutationFn: async (code: string) => ({ code, voucher: await call(lookUpVoucher, { body: { code } }) }),
    onSuccess: ({ voucher }) => {
      if (!voucher.isRedeemable) signal('refused');
    },
    onError: () => signal('refused'),
  });
  return {
    found: looking.data,
    isBusy: looking.isPending,
    problem: problemIn(looking),
    lookUp: (code: string) => looking.mutate(code),
    forget: () => {
      if (!looking.isIdle) looking.reset();
    },
  };
}

type Looking = {
  data: { voucher: { reason?: { code: string; message: string } | undefined } } | undefined;
  error: Error | null;
};

function problemIn({ data, error }: Looking): TillProblem | undefined {
  if (error !== null) return tillProblemOf(error);
  return data?.voucher.reason && problemOfReason(data.voucher.reason);
}
