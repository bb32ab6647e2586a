import {
  centsOf,
  feeShillings,
  shillingsOf,
  type FeesAndLimits,
  type HandlerAnswer,
  type settlementCalendar,
} from '@zawadi/contract';
import { beginningOfNairobiDay, nairobiDay } from '../../../platform/nairobi-time.ts';
import { readMerchant, readPayoutChannel } from '../../people/merchants/index.ts';
import { readFeaturesOn, readFeesAndLimits } from '../../services/settings/index.ts';
import { nameOf, readDestination } from './destination.ts';
import { readNextMoments } from './due-store.ts';
import { sumUnbatched } from './entries-store.ts';
import type { BatchDeps } from './make-batches.ts';
import { listOnTheWay, type OnTheWay } from './on-demand-store.ts';
import { previewOnDemand } from './settle-on-demand.ts';

const SHOWN = 20;

type Calendar = HandlerAnswer<typeof settlementCalendar>;

/** Reads the dates and current amounts of a merchant's next batches, and its batches on their way. */
export async function readCalendar(
  deps: BatchDeps,
  { merchantId, staffRole }: { merchantId: string; staffRole: string },
): Promise<Calendar> {
  const inForce = await readFeesAndLimits(deps);
  const features = await readFeaturesOn(deps.db);
  const isOffered = staffRole === 'owner' && features.has('settlementsOnDemand');
  const [scheduled, onTheWay, onDemand] = await Promise.all([
    readScheduled(deps, merchantId, inForce),
    listOnTheWay(deps.db, merchantId, SHOWN),
    isOffered ? previewOnDemand(deps, { merchantId, inForce }) : undefined,
  ]);
  return { scheduled, onTheWay: onTheWay.map(describe), onDemand };
}

/** A batch has what was redeemed before its day, so today's redemptions are due in the batch of a later day. */
async function readScheduled(
  { db, config }: BatchDeps,
  merchantId: string,
  { fees }: FeesAndLimits,
): Promise<Calendar['scheduled']> {
  const merchant = await readMerchant(db, merchantId);
  if (merchant?.status !== 'ACTIVE' || merchant.areSettlementsHeld) return [];
  if (!(await readPayoutChannel(db, merchantId))) return [];
  const maximumCents = centsOf(config.limits.maximumTransaction);
  const scheduled: Calendar['scheduled'] = [];
  let earlier = 0;
  for (const at of await readNextMoments(db, merchantId)) {
    const cutOffAt = beginningOfNairobiDay(nairobiDay(at));
    const { sumCents } = await sumUnbatched(db, merchantId, cutOffAt, maximumCents);
    const due = sumCents > 0n ? shillingsOf(sumCents) : 0;
    const amount = Math.max(0, due - earlier);
    const fee = feeShillings(amount, fees.settlementBasisPoints);
    earlier += amount;
    scheduled.push({ at: at.toISOString(), amount, fee, net: amount - fee });
  }
  return scheduled;
}

function describe(batch: OnTheWay): Calendar['onTheWay'][number] {
  const { batchId, netCents, channel, status, needsApproval, nextAttemptAt } = batch;
  const pending = needsApproval ? 'checking' : 'scheduled';
  return {
    batchId,
    netAmount: shillingsOf(netCents),
    destination: nameOf(readDestination(channel)),
    state: status === 'PROCESSING' ? 'paying' : pending,
    expectedAt: nextAttemptAt?.toISOString(),
  };
}
