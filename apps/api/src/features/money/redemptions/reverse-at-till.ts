import type { HandlerAnswer, reverseAtTill as endpoint } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { createKeyedSemaphores } from '../../../platform/semaphore.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { ActorOf } from '../../../http/actor.ts';
import { describeRedemption } from './describe-redemption.ts';
import { requireActiveMerchant } from './require-active-merchant.ts';
import { isWithinPlace } from './todays-redemptions.ts';
import { reverseRedemption } from './reverse-redemption.ts';
import { findRedemption } from './till-store.ts';

// Limits a merchant's concurrent reversals: each may hold a database connection while it waits for its voucher's lock.
const gateOf = createKeyedSemaphores({ atOnce: 4, waitingAtMost: 100, retryAfterSeconds: 1 });

/**
 * Reverses a redemption for an owner or a manager at the till page; for a manager of one place, only one made there.
 * @throws Refusal as the contract lists them
 */
export async function reverseAtTill(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  { actor, redemptionId }: { actor: ActorOf<'merchant'>; redemptionId: string },
): Promise<HandlerAnswer<typeof endpoint>> {
  const { merchantId, staffId, staffRole } = actor;
  await requireActiveMerchant(deps.db, merchantId);
  const before = await findRedemption(deps.db, merchantId, redemptionId);
  if (before && !isWithinPlace(actor, before)) throw new Refusal('redemption_not_found');
  const server = { channel: 'portal', staffId } as const;
  const { returnedTo } = await gateOf(merchantId)(() =>
    reverseRedemption(deps, { merchantId, redemptionId, server }),
  );
  const row = await findRedemption(deps.db, merchantId, redemptionId);
  if (!row) throw new Error(`redemption ${redemptionId} was reversed and does not exist`);
  return { ...describeRedemption(row, staffRole), returnedTo };
}
