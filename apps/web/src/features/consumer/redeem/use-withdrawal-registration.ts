import { useMutation, useQueryClient } from '@tanstack/react-query';
import { registerTransaction } from '@zawadi/contract/payments';
import type { WithdrawalState } from '@zawadi/contract/withdrawals';
import type { UseFormSetError } from 'react-hook-form';
import { call, CallRefused } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { toast } from '../../../ui/toast.tsx';
import { useUser } from '../../session/session.tsx';
import { showRefusal } from '../../forms/show-refusal.ts';
import { keepRegisteredWithdrawal, readWithdrawalDraft, registeredAsTyped } from './withdrawal-draft.ts';
import { withdrawalRegistration, type WithdrawalForm } from './withdrawal-form.ts';
import { canBeSent } from './withdrawal-progress.ts';

const FIELDS = {
  amount: 'amount',
  recipientMsisdn: 'phone',
  partyA: 'phone',
  recipientEmail: 'email',
  fullName: 'fullName',
} as const;

/** Registers a withdrawal, or goes on with the one that is registered just so and not sent yet. */
export function useWithdrawalRegistration(
  setError: UseFormSetError<WithdrawalForm>,
  onRegistered: (requestId: string) => void,
) {
  const { id: userId } = useUser();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (form: WithdrawalForm): Promise<string> => {
      const same = registeredAsTyped(form, readWithdrawalDraft(userId));
      if (same !== undefined && isUnsent(same.requestId)) return same.requestId;
      const answer = await call(registerTransaction, { body: withdrawalRegistration(form, userId) });
      keepRegisteredWithdrawal(userId, { ...answer, form });
      toast.success(say('Withdrawal request registered successfully!'));
      return answer.requestId;
    },
    onSuccess: onRegistered,
    onError: (error) => {
      if (error instanceof CallRefused && error.code === 'phone_not_verified') return;
      showRefusal<WithdrawalForm>(error, {
        fields: FIELDS,
        setError,
        fallback: say('Failed to register withdrawal'),
        signedOut: say('User not authenticated'),
      });
    },
  });

  function isUnsent(requestId: string): boolean {
    const known = queries.getQueryData<WithdrawalState>(queryKeys.withdrawal(requestId));
    return known !== undefined && canBeSent(known.orderStatus);
  }
}
