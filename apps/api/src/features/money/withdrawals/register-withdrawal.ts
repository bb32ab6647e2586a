import {
  centsOf,
  feeShillings,
  type HandlerAnswer,
  type HandlerInput,
  type registerTransaction,
} from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newRandomId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireUnblockedNumbers } from '../../people/block-list/index.ts';
import { readUser, requireOpenWallet, requireTrustedPassword } from '../../people/users/index.ts';
import { readFeesAndLimits } from '../../services/settings/index.ts';
import { requireNotStopped } from '../../services/stops/index.ts';
import { takeName } from '../../services/unique-names/index.ts';
import { readWithdrawalRoom, requireWithdrawable, rulesOfConsumer } from './limits.ts';
import { insertWithdrawal } from './store.ts';

type Body = Extract<HandlerInput<typeof registerTransaction>['body'], { transactionType: 'withdraw' }>;

/**
 * Stores a withdrawal before any money moves. Its id is the OriginatorConversationID of the order to M-PESA.
 * @throws Refusal not_found for another user's userId, and the reason why the amount is not allowed
 */
export async function registerWithdrawal(
  deps: Pick<Deps, 'db' | 'config'>,
  input: { userId: string; body: Body },
): Promise<HandlerAnswer<typeof registerTransaction>> {
  const { body, userId } = input;
  if (body.userId !== userId) throw new Refusal('not_found');
  await requireNotStopped(deps.db, 'withdrawing');
  const user = await readUser(deps.db, userId);
  requireOpenWallet(user);
  requireTrustedPassword(user);
  await requireUnblockedNumbers(deps, body.recipientMsisdn);
  const rules = await rulesOfConsumer(deps.db, userId, await readFeesAndLimits(deps));
  requireWithdrawable(rules, body.amount, await readWithdrawalRoom(deps.db, userId, rules));

  const id = newRandomId();
  const billReference = await inTransaction(deps.db, (tx) =>
    storeWithdrawal(tx, {
      id,
      userId,
      amountShillings: body.amount,
      feeShillings: feeShillings(body.amount, rules.fees.withdrawalBasisPoints),
      msisdn: body.recipientMsisdn,
      name: body.fullName,
      email: body.recipientEmail ?? '',
      isByUssd: false,
    }),
  );
  return { requestId: id, amount: body.amount, partyA: body.partyA, billReferenceNumber: billReference };
}

type Registered = {
  id: string;
  userId: string;
  amountShillings: number;
  feeShillings: number;
  /** 254XXXXXXXXX, where the money goes. */
  msisdn: string;
  /** Name and email address of the recipient. */
  name: string;
  email: string;
  isByUssd: boolean;
};

/**
 * Stores a registered withdrawal.
 * @returns its bill reference
 */
export async function storeWithdrawal(tx: Transaction, withdrawal: Registered): Promise<string> {
  const { id, userId, amountShillings, feeShillings: fee, msisdn, name, email, isByUssd } = withdrawal;
  const billReference = `W${id.replaceAll('-', '').slice(0, 9).toUpperCase()}`;
  await takeName(tx, 'withdrawal', id, { homeId: userId, targetId: id });
  await insertWithdrawal(tx, {
    user_id: userId,
    id,
    amount_cents: centsOf(amountShillings),
    fee_cents: centsOf(fee),
    bill_reference: billReference,
    msisdn,
    recipient_name: name,
    recipient_email: email,
    is_by_ussd: isByUssd,
  });
  return billReference;
}
