import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { findName } from '../../services/unique-names/index.ts';
import { recordActivity } from './activity-store.ts';
import { audit } from './audit.ts';
import { findAttempt, type Attempt } from './attempt-store.ts';
import { findOpenDecision, insertDecision } from './decision-store.ts';
import { lockSettlement, type SettlementKey } from './store.ts';
import { LONG_SECONDS } from './settlement-orders.ts';

export type Said = { outcome: 'paid'; reference: string } | { outcome: 'not_paid'; reason: string };

/**
 * Proposes the outcome of a pay-out: one through the bank, or one without a result from M-PESA for long. Nothing
 * moves until a second administrator confirms it.
 * @throws Refusal settlement_not_markable, decision_open, receipt_known
 */
export async function proposeOutcome(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: SettlementKey & { said: Said; auditor: Auditor },
): Promise<void> {
  const { merchantId, settlementId, said, auditor } = input;
  const by = auditor.administratorId;
  const key = { merchantId, settlementId };
  await inTransaction(deps.db, async (tx) => {
    const settlement = await lockSettlement(tx, key);
    const { status, attemptId } = settlement;
    const attempt = attemptId ? await findAttempt(tx, { merchantId, attemptId }) : undefined;
    if (status !== 'PROCESSING' || !attempt || !isMarkable(attempt, deps)) {
      throw new Refusal('settlement_not_markable');
    }
    if (await findOpenDecision(tx, key)) throw new Refusal('decision_open');
    if (said.outcome === 'paid' && attempt.method !== 'bank-file') {
      const known = await findName(tx, 'receipt', said.reference);
      if (known && known.targetId !== attempt.id) throw new Refusal('receipt_known');
    }
    await insertDecision(tx, { ...key, attemptId: attempt.id }, { ...said, by });
    const reason = said.outcome === 'paid' ? `paid, reference ${said.reference}` : `not paid: ${said.reason}`;
    await recordActivity(tx, key, { kind: 'PROPOSED', by, reason });
    await audit(tx, auditor, { action: 'settlement.marked', settlement, reason, after: said });
  });
}

function isMarkable({ state, startedAt }: Attempt, { clock }: Pick<Deps, 'clock'>): boolean {
  const openSeconds = (clock.now().getTime() - startedAt.getTime()) / 1_000;
  return state === 'MANUAL' || openSeconds > LONG_SECONDS;
}
