import {
  centsOf,
  type FeesAndLimits,
  type HandlerInput,
  type startWithdrawal as endpoint,
  type WithdrawalState,
} from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireUnblockedNumbers } from '../../people/block-list/index.ts';
import { spendOneTimeCode, type RightCode } from '../../people/credentials/index.ts';
import { requireClosedCircuit } from '../../mpesa/client/index.ts';
import { sendOrder, type OrderDeps } from '../../mpesa/orders/index.ts';
import { readFeesAndLimits } from '../../services/settings/index.ts';
import { requireNotStopped } from '../../services/stops/index.ts';
import {
  confirmsAfterReset,
  lockUser,
  requireOpenWallet,
  requireTrustedPassword,
  requireVerifiedPhone,
} from '../../people/users/index.ts';
import { describeWithdrawal } from './describe-withdrawal.ts';
import { findOwnWithdrawal } from './find-own-withdrawal.ts';
import { requireWithdrawalCode } from './one-time-code.ts';
import { reserveWithdrawal } from './reserve-withdrawal.ts';
import { lockWithdrawal, type Withdrawal } from './store.ts';

type Input = { userId: string; requestId: string; body: HandlerInput<typeof endpoint>['body'] };

/**
 * Reserves the gross amount, commits, then orders M-PESA to pay the net amount. A repetition gets the state of the
 * pending withdrawal.
 * @throws Refusal as the contract lists them
 */
export async function startWithdrawal(deps: OrderDeps, input: Input): Promise<WithdrawalState> {
  const { userId, body } = input;
  if (body.userId !== userId) throw new Refusal('not_found');
  const own = await findOwnWithdrawal(deps.db, userId, input.requestId);
  requireSameDetails(own, body);
  // A repeated request gets the state of its pay-out, which goes on.
  if (own.status === 'REGISTERED') {
    await requireNotStopped(deps.db, 'withdrawing');
    await requireUnblockedNumbers(deps, own.msisdn);
  }
  const code = await requireWithdrawalCode(deps, own, body.otp);

  const key = { userId, withdrawalId: own.id };
  const general = await readFeesAndLimits(deps);
  const isNew = await inTransaction(deps.db, (tx) => reserve(tx, deps, { ...input, ...key, general, code }));
  if (isNew) await sendOrder(deps, { kind: 'withdrawal', homeId: userId, id: own.id });
  return describeWithdrawal(deps.db, key);
}

/**
 * Reserves the money and stores the order.
 * @returns false if the withdrawal was already started
 */
async function reserve(
  tx: Transaction,
  deps: Pick<OrderDeps, 'clock'>,
  input: Input & { withdrawalId: string; general: FeesAndLimits; code: RightCode | undefined },
): Promise<boolean> {
  const { userId, withdrawalId } = input;
  const key = { userId, withdrawalId };
  const user = await lockUser(tx, userId);
  const withdrawal = await lockWithdrawal(tx, key);
  if (withdrawal.status === 'CANCELED') throw new Refusal('withdrawal_canceled');
  if (withdrawal.status !== 'REGISTERED') return false;
  requireVerifiedPhone(user);
  requireOpenWallet(user);
  requireTrustedPassword(user);
  await requireClosedCircuit(tx, 'withdrawals');
  if (input.code) await spendOneTimeCode(tx, input.code);
  // Without a code: the password was reset after a code was found unnecessary.
  else if (confirmsAfterReset(deps, user)) throw new Refusal('otp_required');

  await reserveWithdrawal(tx, withdrawal, input.general);
  return true;
}

function requireSameDetails(withdrawal: Withdrawal, body: Input['body']): void {
  const isSame =
    withdrawal.amountCents === centsOf(body.amount) &&
    withdrawal.msisdn === body.msisdn &&
    withdrawal.billReference === body.billReferenceNumber;
  if (!isSame) throw new Refusal('registration_mismatch');
}
