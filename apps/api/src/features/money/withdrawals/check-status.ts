import type { WithdrawalState } from '@zawadi/contract';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { describeWithdrawal } from './describe-withdrawal.ts';
import { findOwnWithdrawal } from './find-own-withdrawal.ts';
import { queryWithdrawal } from './query-withdrawal.ts';
import { claimPoll } from './send-state-store.ts';

/**
 * *Check Status*: has M-PESA asked when the result is still unknown, then answers from our books. M-PESA's own answer
 * comes to a hook a moment later and reaches the screen by itself.
 * @throws Refusal not_found
 */
export async function checkStatus(
  deps: PaymentDeps,
  input: { userId: string; requestId: string },
): Promise<WithdrawalState> {
  const own = await findOwnWithdrawal(deps.db, input.userId, input.requestId);
  const key = { userId: input.userId, withdrawalId: own.id };
  if (own.status === 'PENDING' && (await claimPoll(deps.db, key))) await queryWithdrawal(deps, key);
  return describeWithdrawal(deps.db, key);
}
