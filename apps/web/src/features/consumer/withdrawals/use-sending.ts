import { useMutation, useQueryClient } from '@tanstack/react-query';
import { startWithdrawal, type WithdrawalState } from '@zawadi/contract/withdrawals';
import { useState } from 'react';
import { call, CallRefused, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { timeInSentence } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSession, useUser } from '../../session/session.tsx';
import { codeSentence, type AskedCode } from '../confirmation-code.tsx';
import { readWithdrawalDraft } from './withdrawal-draft.ts';

/** Refusals that the screen shows in place: at the code's field, or where the phone is verified. */
const SHOWN_IN_PLACE = new Set([
  'otp_required',
  'otp_unavailable',
  'wallet_waits',
  'withdrawal_waits',
  'verification_code_invalid',
  'phone_not_verified',
]);

/** Sends a registered withdrawal. First asks for a code if the number is new, or phone or password changed recently. */
export function useSending(
  { requestId, amount, msisdn }: WithdrawalState,
  onWithdrawal: (withdrawal: WithdrawalState) => void,
  onSent: () => void,
) {
  const { id: userId, phoneVerified } = useUser();
  const { reload } = useSession();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<AskedCode>();
  const [needsPhone, setNeedsPhone] = useState(false);
  const sending = useMutation({
    mutationFn: async (otp: string) => {
      const { registered } = readWithdrawalDraft(userId);
      if (registered?.requestId !== requestId) throw new NotRegisteredHere();
      const { billReferenceNumber } = registered;
      const body = { userId, amount, msisdn, billReferenceNumber, ...(otp !== '' && { otp }) };
      return call(startWithdrawal, { headers: { 'x-requestid': requestId }, body });
    },
    onSuccess: (state) => {
      onWithdrawal(state);
      if (state.orderStatus !== 'CANCELED') toast.success(say('Withdrawal initiated successfully!'));
      onSent();
    },
    onError: async (error) => {
      void queries.invalidateQueries({ queryKey: queryKeys.withdrawal(requestId) });
      void queries.invalidateQueries({ queryKey: queryKeys.wallet });
      const code = codeOf(error);
      if (code === 'otp_required' || code === 'otp_unavailable') {
        setAsked({ reason: codeSentence(error), canBeTyped: code === 'otp_required' });
      }
      if (error instanceof CallRefused && (code === 'wallet_waits' || code === 'withdrawal_waits')) {
        setAsked({ reason: waitingSentence(error), canBeTyped: false });
      }
      if (code === 'phone_not_verified') {
        // Another account may just have verified this number. Reload first, because the reminder at the top of the page
        // moves the form down.
        try {
          await reload();
        } finally {
          setNeedsPhone(true);
        }
      }
      if (!SHOWN_IN_PLACE.has(code)) toast.error(sendingSentence(error));
    },
  });
  const code = codeOf(sending.error);
  return {
    send: (otp: string) => (phoneVerified ? sending.mutate(otp) : setNeedsPhone(true)),
    /** Whether the account's phone must be verified before the withdrawal is sent. */
    needsPhone,
    sendVerified: () => {
      setNeedsPhone(false);
      sending.mutate('');
    },
    sendNewCode: () => sending.mutate(''),
    isBusy: sending.isPending,
    asked,
    refusedCode: code === 'verification_code_invalid' ? sending.error?.message : undefined,
  };
}

function waitingSentence({ message: sentence, until }: CallRefused): string {
  if (until === undefined) return sentence;
  return say('{sentence} Send it again after {time}.', { sentence, time: timeInSentence(new Date(until)) });
}

class NotRegisteredHere extends Error {
  constructor() {
    super(say('No transaction response available'));
    this.name = 'NotRegisteredHere';
  }
}

function codeOf(error: unknown): string {
  return error instanceof CallRefused ? error.code : '';
}

function sendingSentence(error: unknown): string {
  return error instanceof NotRegisteredHere
    ? error.message
    : sentenceOf(error, say('Failed to initiate withdrawal'));
}
