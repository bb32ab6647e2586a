import { centsOf, type TillBill, type TillRedemption } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { ActorOf } from '../../../http/actor.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isInClosedDay, writeBill } from './bills-store.ts';
import { describeRedemption } from './describe-redemption.ts';
import { readOwnRedemption } from './todays-redemptions.ts';

/**
 * Notes the total of the bill that a redemption paid in part, and how the customer paid the rest. Moves no money.
 * @throws Refusal redemption_not_found, bill_too_small, bill_receipt_missing; bill_closed if a closed day has counted it
 */
export async function noteBill(
  deps: Pick<Deps, 'db'>,
  input: {
    actor: ActorOf<'merchant'>;
    redemptionId: string;
    total: number;
    paidBy: TillBill['paidBy'];
    mpesaReceipt?: string | undefined;
  },
): Promise<TillRedemption> {
  const { actor, redemptionId, total, paidBy, mpesaReceipt } = input;
  const { merchantId, staffId, staffRole } = actor;
  const { amountCents } = await readOwnRedemption(deps, { actor, redemptionId });
  if (centsOf(total) <= amountCents) throw new Refusal('bill_too_small');
  if (paidBy === 'mpesa' && mpesaReceipt === undefined) throw new Refusal('bill_receipt_missing');
  await inTransaction(deps.db, async (tx) => {
    if (await isInClosedDay(tx, redemptionId)) throw new Refusal('bill_closed');
    await writeBill(tx, {
      redemptionId,
      merchantId,
      totalCents: centsOf(total),
      paidBy,
      mpesaReceipt: paidBy === 'mpesa' ? mpesaReceipt : undefined,
      staffId,
    });
  });
  return describeRedemption(await readOwnRedemption(deps, { actor, redemptionId }), staffRole);
}
