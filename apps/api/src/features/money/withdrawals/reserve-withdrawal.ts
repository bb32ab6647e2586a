import { shillingsOf, type FeesAndLimits } from '@zawadi/contract';
import { lockBalances, post } from '../../../ledger/index.ts';
import { databaseNow } from '../../../platform/db/database-time.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { openOrder } from '../../mpesa/orders/index.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { account, postings } from '../../services/postings/index.ts';
import { readUsedRoom, requireWithdrawable, rulesOfConsumer } from './limits.ts';
import { updateWithdrawal, type Withdrawal } from './store.ts';

/**
 * Checks balance and limits, reserves the gross amount, and stores the order to M-PESA, which the caller sends after the
 * transaction. The caller has locked the user and the withdrawal, in this order.
 * @param general fees and limits without the consumer's own
 * @throws Refusal as `requireWithdrawable`
 */
export async function reserveWithdrawal(
  tx: Transaction,
  withdrawal: Withdrawal,
  general: FeesAndLimits,
): Promise<void> {
  const { userId, id: withdrawalId, amountCents, feeCents, msisdn } = withdrawal;
  const wallet = { homeId: userId, account: account.wallet(userId) };
  const balances = await lockBalances(tx, [wallet]);
  const rules = await rulesOfConsumer(tx, userId, general);
  requireWithdrawable(rules, shillingsOf(amountCents), {
    balanceCents: balances.get(wallet.account) ?? 0n,
    ...(await readUsedRoom(tx, userId, rules)),
  });
  const [reserved] = await post(tx, [
    postings.withdrawalReserved({ withdrawalId, userId, grossCents: amountCents }),
  ]);
  if (reserved?.outcome === 'refused') throw new Refusal('insufficient_balance');
  await openOrder(tx, {
    kind: 'withdrawal',
    homeId: userId,
    id: withdrawalId,
    ownerId: withdrawalId,
    party: msisdn,
    amountCents: amountCents - feeCents,
    isUnderOwnId: true,
  });
  await updateWithdrawal(tx, { userId, withdrawalId }, { status: 'PENDING', pending_since: databaseNow });
  await publishHint(tx, { userId, topic: 'wallet', id: userId });
}
