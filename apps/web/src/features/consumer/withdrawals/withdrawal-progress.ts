import type { OrderStatus } from '@zawadi/contract/purchases';
import { formatKes } from '@zawadi/contract/money';
import type { WithdrawalState } from '@zawadi/contract/withdrawals';
import { say, type Phrase } from '../../../i18n/say.ts';
import { withdrawalFailure } from '../failure-sentences.ts';

type ResultPicture = { mark: 'completed' | 'pending' | 'canceled'; title: string; sentence: string };

/** Describes the current state of a withdrawal. */
export function withdrawalResult(
  withdrawal: Pick<WithdrawalState, 'orderStatus' | 'failureReason' | 'paidLate'>,
): ResultPicture {
  if (withdrawal.paidLate !== undefined) {
    const amount = formatKes(withdrawal.paidLate.amount);
    return {
      mark: 'completed',
      title: say('Money sent'),
      sentence: say('M-PESA sent {amount} after it had told us that it could not. There is no fee.', {
        amount,
      }),
    };
  }
  if (withdrawal.orderStatus !== 'CANCELED') {
    const { mark, title, sentence } = results[withdrawal.orderStatus];
    return { mark, title: say(title), sentence: say(sentence) };
  }
  const { what, safe } = withdrawalFailure(withdrawal.failureReason);
  return { mark: 'canceled', title: what, sentence: safe };
}

const results = {
  REGISTERED: { mark: 'pending', title: 'Not sent yet', sentence: 'The money is still in your wallet.' },
  PENDING: {
    mark: 'pending',
    title: 'On its way',
    sentence: 'Processing may take 1-5 minutes. This page updates automatically.',
  },
  COMPLETED: { mark: 'completed', title: 'Money sent', sentence: 'M-PESA confirms it by SMS.' },
} as const satisfies Record<
  Exclude<OrderStatus, 'CANCELED'>,
  ResultPicture & { title: Phrase; sentence: Phrase }
>;

/** Returns M-PESA's transaction code, or else the request id, in upper case. */
export function withdrawalTransactionId(
  withdrawal: Pick<WithdrawalState, 'requestId' | 'transactionCode' | 'paidLate'>,
): string {
  const { paidLate, transactionCode, requestId } = withdrawal;
  return (paidLate?.transactionCode ?? transactionCode ?? requestId).toUpperCase();
}

/** Returns whether a withdrawal is registered and not yet sent. */
export function canBeSent(status: OrderStatus): boolean {
  return status === 'REGISTERED';
}
