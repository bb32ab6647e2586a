import { centsOf, type giveUpWallet as endpoint, type HandlerAnswer } from '@zawadi/contract';
import { lockBalances, post } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { readFeesAndLimits } from '../../services/settings/index.ts';
import { lockUser, requireOpenWallet } from '../../people/users/index.ts';
import { account, postings } from '../../services/postings/index.ts';

type Answer = HandlerAnswer<typeof endpoint>;

/**
 * Gives up a balance too small to withdraw, so that the account can be closed. The money joins the money of expired
 * vouchers.
 * @throws Refusal give_up_too_much if the balance can be withdrawn; balance_changed if the wallet holds another
 * amount; wallet_frozen
 */
export async function giveUpWallet(
  deps: Pick<Deps, 'db' | 'config'>,
  input: { userId: string; amount: number },
): Promise<Answer> {
  const { limits } = await readFeesAndLimits(deps);
  if (input.amount >= limits.minimumWithdrawal) throw new Refusal('give_up_too_much');
  const giveUpId = newId();
  return inTransaction(deps.db, (tx) => giveUp(tx, { ...input, giveUpId }));
}

async function giveUp(
  tx: Transaction,
  { userId, amount, giveUpId }: { userId: string; amount: number; giveUpId: string },
): Promise<Answer> {
  requireOpenWallet(await lockUser(tx, userId));
  const wallet = { homeId: userId, account: account.wallet(userId) };
  const balances = await lockBalances(tx, [wallet]);
  const balanceCents = balances.get(wallet.account) ?? 0n;
  const amountCents = centsOf(amount);
  const [outcome] = await post(tx, [postings.walletGivenUp({ giveUpId, userId, amountCents })]);
  if (outcome?.outcome !== 'posted' || balanceCents !== amountCents) throw new Refusal('balance_changed');
  await publishHint(tx, { userId, topic: 'wallet', id: userId });
  return { amount, walletBalance: 0 };
}
