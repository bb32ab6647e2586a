import type { WithdrawalState } from '@zawadi/contract';
import { claimPoll, pollOrder, type OrderDeps } from '../../mpesa/orders/index.ts';
import { describeWithdrawal } from './describe-withdrawal.ts';
import { findOwnWithdrawal } from './find-own-withdrawal.ts';

/**
 * Handles *Check Status*: queries M-PESA if the result is still unknown, then answers from our database. M-PESA's
 * answer comes by a callback a moment later and updates the screen.
 * @throws Refusal not_found
 */
export async function checkStatus(
  deps: OrderDeps,
  input: { userId: string; requestId: string },
): Promise<WithdrawalState> {
  const { userId } = input;
  const own = await findOwnWithdrawal(deps.db, userId, input.requestId);
  const order = await claimPoll(deps.db, { homeId: userId, id: own.id });
  if (own.status === 'PENDING' && order) await pollOrder(deps, order, 'customer');
  return describeWithdrawal(deps.db, { userId, withdrawalId: own.id });
}
