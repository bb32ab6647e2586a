import { feeShillings, type FeesAndLimits } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireClosedCircuit } from '../../mpesa/client/index.ts';
import {
  lockUser,
  requireOpenWallet,
  requireSettledPassword,
  requireTrustedPassword,
} from '../../people/users/index.ts';
import { rulesOfConsumer } from './limits.ts';
import { storeWithdrawal } from './register-withdrawal.ts';
import { reserveWithdrawal } from './reserve-withdrawal.ts';
import { requireRoomByUssd } from './room-by-ussd.ts';
import { lockWithdrawal } from './store.ts';

type OwnWithdrawal = {
  /** Id of the withdrawal, derived from its cause. */
  id: string;
  userId: string;
  /** 254XXXXXXXXX, the number that the caller has proven just now. */
  msisdn: string;
  amountShillings: number;
  /** The fee that the owner has read. */
  feeShillings: number;
  /** Without the consumer's own. */
  feesAndLimits: FeesAndLimits;
  /** The most that leaves the wallet by USSD on one day in Nairobi, in shillings. */
  mostByUssdShillings: number;
};

/**
 * Registers and reserves a withdrawal to the owner's own number, in the caller's transaction. The caller has checked the
 * PIN and that number, so no code is sent. Send the order after the transaction.
 * @throws Refusal the reason why money cannot leave the wallet now, or not this amount
 */
export async function withdrawToOwnNumberIn(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  withdrawal: OwnWithdrawal,
): Promise<void> {
  const { id, userId, msisdn, amountShillings, feesAndLimits, mostByUssdShillings } = withdrawal;
  const user = await lockUser(tx, userId);
  await requireRoomByUssd(tx, deps, user, { msisdn, amountShillings, mostByUssdShillings });
  requireOpenWallet(user);
  requireTrustedPassword(user);
  requireSettledPassword(deps, user);
  await requireClosedCircuit(tx, 'withdrawals');
  const { fees } = await rulesOfConsumer(tx, userId, feesAndLimits);
  const fee = feeShillings(amountShillings, fees.withdrawalBasisPoints);
  // The fee has changed since the owner read it.
  if (fee !== withdrawal.feeShillings) throw new Refusal('registration_mismatch');
  const { firstName, lastName } = user;
  await storeWithdrawal(tx, {
    id,
    userId,
    amountShillings,
    feeShillings: fee,
    msisdn,
    name: `${firstName} ${lastName}`,
    email: '',
    isByUssd: true,
  });
  const registered = await lockWithdrawal(tx, { userId, withdrawalId: id });
  await reserveWithdrawal(tx, registered, feesAndLimits);
}
