import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { requireTwoPeople } from '../../services/approvals/index.ts';
import { isBeingSent, lockOrder, recordFailure, recordSuccesses } from '../../mpesa/orders/index.ts';
import { takeReceipt } from '../../services/unique-names/index.ts';
import { recordActivity } from './activity-store.ts';
import { audit } from './audit.ts';
import { findAttempt } from './attempt-store.ts';
import { completeSettlement } from './complete-settlement.ts';
import { closeDecision, findOpenDecision, type Decision } from './decision-store.ts';
import { failAttempt } from './fail-attempt.ts';
import { lockSettlement, type SettlementKey, type SettlementRecord } from './store.ts';

type Input = SettlementKey & {
  isConfirmed: boolean;
  /** The proposal that the administrator saw; if undefined, any. */
  decisionId?: string;
  auditor: Auditor;
};

/**
 * Lets a second administrator confirm or reject a proposed pay-out outcome. A confirmed outcome takes effect at once.
 * @throws Refusal decision_missing, second_person_needed, requester_ineligible, forbidden, receipt_known,
 *   payment_being_sent
 */
export async function confirmOutcome(deps: Pick<Deps, 'db' | 'keys'>, input: Input): Promise<void> {
  const { merchantId, settlementId, isConfirmed, decisionId, auditor } = input;
  const by = auditor.administratorId;
  const key = { merchantId, settlementId };
  await inTransaction(deps.db, async (tx) => {
    const settlement = await lockSettlement(tx, key);
    const decision = await findOpenDecision(tx, key);
    if (!decision || (decisionId !== undefined && decisionId !== decision.id))
      throw new Refusal('decision_missing');
    if (isConfirmed) await requireTwoPeople(tx, { requesterId: decision.proposedBy, deciderId: by });
    await closeDecision(
      tx,
      { merchantId, id: decision.id },
      { as: isConfirmed ? 'confirmed' : 'turned_down', by },
    );
    await recordActivity(tx, key, { kind: isConfirmed ? 'CONFIRMED' : 'TURNED_DOWN', by });
    if (isConfirmed) await execute(tx, deps, settlement, decision);
    const { outcome, reference, reason } = decision;
    await audit(tx, auditor, {
      action: isConfirmed ? 'settlement.mark-confirmed' : 'settlement.mark-turned-down',
      settlement,
      after: { outcome, reference, reason },
    });
  });
}

async function execute(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  settlement: SettlementRecord,
  { attemptId, outcome, reference, reason }: Decision,
): Promise<void> {
  const { merchantId } = settlement;
  const attempt = await findAttempt(tx, { merchantId, attemptId });
  if (!attempt) throw new Error(`the attempt ${attemptId} of a decision does not exist`);
  const order = { homeId: merchantId, id: attemptId };
  // With this lock, no worker can claim the order for sending before this transaction commits.
  await lockOrder(tx, order);
  if (await isBeingSent(tx, order)) throw new Refusal('payment_being_sent', { retryAfterSeconds: 15 });
  if (outcome === 'not_paid') {
    await recordFailure(tx, order, { resultCode: 'marked_not_paid', reason: 'provider_error' });
    const words = reason ?? 'The payment did not arrive.';
    await failAttempt(tx, deps, { settlement, attempt, words, isOurFault: false });
    return;
  }
  if (attempt.method !== 'bank-file' && reference !== null) {
    const isFree = await takeReceipt(tx, reference, { homeId: merchantId, targetId: attempt.id });
    if (!isFree) throw new Refusal('receipt_known');
  }
  if (attempt.method !== 'bank-file')
    await recordSuccesses(tx, [{ ...order, receipt: reference ?? undefined }]);
  await completeSettlement(tx, deps, { settlement, attempt, reference: reference ?? undefined });
}
