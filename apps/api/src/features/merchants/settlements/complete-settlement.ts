import { postOrThrow } from '../../../ledger/index.ts';
import { databaseNow } from '../../../platform/db/database-time.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { postings, settlementPostings } from '../../services/postings/index.ts';
import { recordActivity } from './activity-store.ts';
import { updateAttempt, type Attempt } from './attempt-store.ts';
import { supersedeDecision } from './decision-store.ts';
import { updateSettlement, type SettlementRecord } from './store.ts';
import { alertManualCredit } from './alert-manual-credit.ts';
import { notifyPaid } from './notify-merchant.ts';

/**
 * Completes a paid batch: posts the reserved money as paid and notifies the merchant. The caller has locked the
 * batch.
 */
export async function completeSettlement(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  paid: {
    settlement: SettlementRecord;
    attempt: Attempt;
    /** M-PESA's receipt or the bank's reference; undefined if a status query returned none. */
    reference: string | undefined;
    chargeCents?: bigint | undefined;
  },
): Promise<void> {
  const { settlement, attempt, reference, chargeCents = 0n } = paid;
  const { merchantId, id: settlementId, amountCents, feeCents } = settlement;
  const key = { merchantId, settlementId };
  await postOrThrow(tx, [
    settlementPostings.settlementPaid({
      ...key,
      netCents: amountCents - feeCents,
      feeCents,
      paidFrom: attempt.method === 'bank-file' ? 'bank' : 'mpesa',
      reference,
    }),
    ...(chargeCents > 0n
      ? [
          postings.providerCharge({
            causeId: attempt.id,
            homeId: merchantId,
            amountCents: chargeCents,
            reference,
          }),
        ]
      : []),
  ]);
  await updateAttempt(
    tx,
    { merchantId, attemptId: attempt.id },
    {
      state: 'PAID',
      reference: reference ?? null,
      failure_reason: null,
      ended_at: databaseNow,
    },
  );
  await updateSettlement(tx, key, {
    status: 'COMPLETED',
    attempt_id: attempt.id,
    reference: reference ?? null,
    failure_reason: null,
    next_attempt_at: null,
    completed_at: databaseNow,
  });
  await supersedeDecision(tx, key);
  await recordActivity(tx, key, { kind: 'PAID', reason: reference });
  await notifyPaid(tx, deps, settlement, reference);
  await alertManualCredit(tx, settlement);
}
