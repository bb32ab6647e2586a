import {
  centsOf,
  shillingsOf,
  type FeesAndLimits,
  type PayoutOnDemand,
  type Settlement,
} from '@zawadi/contract';
import { lockBalances } from '../../../ledger/index.ts';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { derivedId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { readMerchant, readPayoutChannel } from '../../people/merchants/index.ts';
import { account } from '../../services/postings/index.ts';
import { readFeesAndLimits, requireFeature } from '../../services/settings/index.ts';
import { requireNotStopped } from '../../services/stops/index.ts';
import { hasSeriousAlert } from '../fraud/index.ts';
import { describeSettlement } from './describe-settlement.ts';
import { planFor } from './destination.ts';
import { mayHaveBeenPaidBeforeRestore, readCutOffs } from './due-store.ts';
import { chooseEntries, lockProgress, type Entry } from './entries-store.ts';
import { insertBatch, sumsOf, type BatchSums } from './insert-batch.ts';
import type { BatchDeps } from './make-batches.ts';
import { isChannelYoung, sumOnDemandToday } from './on-demand-store.ts';
import { payDueBatches } from './pay-due-batches.ts';
import { findSettlement } from './store.ts';

/**
 * Pays out what a merchant redeemed before today, when its owner asks for it. The same attempt again answers with the
 * first batch. Calls M-PESA after the batch is committed.
 * @throws Refusal feature_off, settling_stopped, on_demand_changed, and the obstacles of a preview
 */
export async function settleOnDemand(
  deps: OrderDeps,
  input: { merchantId: string; staffId: string; attemptId: string; amount: number; fee: number },
): Promise<Settlement> {
  const { merchantId, staffId, attemptId, amount, fee } = input;
  await requireFeature(deps.db, 'settlementsOnDemand');
  const key = { merchantId, settlementId: derivedId('settlement_on_demand', `${merchantId}/${attemptId}`) };
  if (!(await findSettlement(deps.db, key))) await requireNotStopped(deps.db, 'settling');
  const inForce = await readFeesAndLimits(deps);
  await inTransaction(deps.db, async (tx) => {
    await lockProgress(tx, merchantId);
    if (await findSettlement(tx, key)) return;
    // From this lock to the commit, no reversal can debit this merchant.
    await lockBalances(tx, [{ homeId: merchantId, account: account.merchant(merchantId) }]);
    const { preview, batch } = await plan(tx, deps, { merchantId, inForce });
    if (preview.obstacle) throw new Refusal(preview.obstacle);
    if (!batch || preview.amount !== amount || preview.fee !== fee) throw new Refusal('on_demand_changed');
    await insertBatch(tx, deps, {
      key,
      ...batch,
      needsApproval: preview.needsApproval,
      onDemandBy: staffId,
    });
  });
  await payDueBatches(deps, { merchantId });
  const record = await findSettlement(deps.db, key);
  if (!record) throw new Error('a batch on demand is not there');
  return describeSettlement(record);
}

/** Previews a pay-out on demand: amount, fee, and the reason why there is none. */
export async function previewOnDemand(
  deps: BatchDeps,
  { merchantId, inForce }: { merchantId: string; inForce: FeesAndLimits },
): Promise<PayoutOnDemand> {
  return (await plan(deps.db, deps, { merchantId, inForce })).preview;
}

type Batch = {
  cutOffAt: Date;
  entries: Entry[];
  sums: BatchSums;
  plan: ReturnType<typeof planFor>;
};

async function plan(
  db: Db,
  { config }: Pick<BatchDeps, 'config'>,
  { merchantId, inForce }: { merchantId: string; inForce: FeesAndLimits },
): Promise<{ preview: PayoutOnDemand; batch: Batch | undefined }> {
  const { onDemand } = inForce;
  const leftCents = centsOf(onDemand.daily) - (await sumOnDemandToday(db, merchantId));
  const leftToday = leftCents > 0n ? shillingsOf(leftCents) : 0;
  const preview = {
    amount: 0,
    fee: 0,
    net: 0,
    feeBasisPoints: onDemand.feeBasisPoints,
    needsApproval: false,
    minimum: onDemand.minimum,
    leftToday,
  };
  const refused = (obstacle: PayoutOnDemand['obstacle']) => ({
    preview: { ...preview, obstacle },
    batch: undefined,
  });
  const merchant = await readMerchant(db, merchantId);
  if (merchant?.status !== 'ACTIVE') return refused('merchant_not_active');
  if (merchant.areSettlementsHeld) return refused('payouts_held');
  const channel = await readPayoutChannel(db, merchantId);
  if (!channel) return refused('payout_channel_unset');
  if (leftToday < onDemand.minimum) return refused('on_demand_limit');

  const { midnight: cutOffAt } = await readCutOffs(db);
  const maximumCents = centsOf(Math.min(config.limits.maximumTransaction, leftToday));
  const entries = await chooseEntries(db, { merchantId, cutOffAt, maximumCents });
  const route = planFor(channel, inForce);
  const grossCents = entries.reduce((sum, { amountCents }) => sum + amountCents, 0n);
  const needsApproval =
    route.method === 'bank-file' ||
    grossCents > centsOf(inForce.automaticUpTo) ||
    (await isChannelYoung(db, { merchantId, version: channel.version })) ||
    (await hasSeriousAlert(db, merchantId)) ||
    (await mayHaveBeenPaidBeforeRestore(db, merchantId, entries));
  // A shop that waits for an approval does not pay for speed.
  const feeBasisPoints = needsApproval ? inForce.fees.settlementBasisPoints : onDemand.feeBasisPoints;
  const sums = sumsOf(entries, { feeBasisPoints, minimumNet: config.settlements.minimumNet });
  if (!sums || grossCents < centsOf(onDemand.minimum)) return refused('on_demand_too_small');
  return {
    preview: {
      ...preview,
      amount: shillingsOf(grossCents),
      fee: shillingsOf(sums.feeCents),
      net: shillingsOf(grossCents - sums.feeCents),
      feeBasisPoints,
      needsApproval,
    },
    batch: { cutOffAt, entries, sums, plan: route },
  };
}
