import type { FeesAndLimits } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newRandomId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { readFeesAndLimits } from '../../services/settings/index.ts';
import { requireNotStopped } from '../../services/stops/index.ts';
import { lockMerchant, readPayoutChannel } from '../../people/merchants/index.ts';
import { requireClosedCircuit } from '../../mpesa/client/index.ts';
import { sendOrder, type OrderDeps } from '../../mpesa/orders/index.ts';
import { recordActivity } from './activity-store.ts';
import { insertAttempt } from './attempt-store.ts';
import { planFor } from './destination.ts';
import { openPayOut } from './settlement-orders.ts';
import { audit } from './audit.ts';
import { lockSettlement, updateSettlement, type SettlementKey, type SettlementRecord } from './store.ts';

type Start = SettlementKey & {
  attemptId: string;
  /** The approving administrator. If undefined, the start is automatic and needs a batch without approval. */
  auditor: Auditor | undefined;
};

/**
 * Starts an attempt to pay a Pending batch. Commits the attempt and its id before it calls M-PESA.
 * @throws Refusal settlement_not_pending, merchant_suspended, settlements_held, payout_channel_missing,
 *   settlements_paused
 */
export async function startPayOut(
  deps: OrderDeps,
  input: SettlementKey & { auditor: Auditor | undefined },
): Promise<void> {
  const start = { ...input, attemptId: newRandomId() };
  await requireNotStopped(deps.db, 'settling');
  const { bankRoute } = await readFeesAndLimits(deps);
  const isToBeSent = await inTransaction(deps.db, (tx) => prepare(tx, { ...start, bankRoute }));
  if (isToBeSent)
    await sendOrder(deps, { kind: 'settlement', homeId: start.merchantId, id: start.attemptId });
}

/**
 * Stores an attempt under the locks.
 * @returns true if M-PESA must be called; false if the bank file pays it, or if the batch is not due
 */
async function prepare(tx: Transaction, start: Start & Pick<FeesAndLimits, 'bankRoute'>): Promise<boolean> {
  const { merchantId, attemptId, auditor } = start;
  const by = auditor?.administratorId;
  const settlement = await lockSettlement(tx, start);
  if (settlement.status !== 'PENDING') throw new Refusal('settlement_not_pending');
  if (!by && !isDue(settlement)) return false;
  // With this lock, no pay-out starts after a suspension was answered.
  const merchant = await lockMerchant(tx, merchantId);
  if (merchant?.status === 'SUSPENDED') throw new Refusal('merchant_suspended');
  if (merchant?.areSettlementsHeld) throw new Refusal('settlements_held');
  const channel = await readPayoutChannel(tx, merchantId);
  if (!channel) throw new Refusal('payout_channel_missing');
  const { destination, method, shownAs } = planFor(channel, start);
  const isManual = method === 'bank-file';
  const plan = { channel: JSON.stringify(destination), method, shown_as: shownAs };
  if (isManual && !by) {
    await updateSettlement(tx, start, { ...plan, needs_approval: true, next_attempt_at: null });
    return false;
  }
  if (!isManual) await requireClosedCircuit(tx, 'settlements');

  await insertAttempt(tx, {
    merchant_id: merchantId,
    id: attemptId,
    settlement_id: start.settlementId,
    method,
    channel: plan.channel,
    state: isManual ? 'MANUAL' : 'OPEN',
  });
  if (!isManual) await openPayOut(tx, settlement, { attemptId, destination });
  await updateSettlement(tx, start, {
    ...plan,
    status: 'PROCESSING',
    attempt_id: attemptId,
    failure_reason: null,
    next_attempt_at: null,
  });
  await recordActivity(tx, start, { kind: 'STARTED', by });
  if (auditor) await audit(tx, auditor, { action: 'settlement.approved', settlement });
  return !isManual;
}

/** Another worker may have started the batch since it was listed. */
function isDue({ nextAttemptAt, needsApproval }: SettlementRecord): boolean {
  return nextAttemptAt !== null && !needsApproval;
}
