import { postOrThrow } from '../../../ledger/index.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { settlementPostings } from '../../services/postings/index.ts';
import { recordActivity } from './activity-store.ts';
import { audit } from './audit.ts';
import { lockSettlement, updateSettlement, type SettlementKey } from './store.ts';

/**
 * Cancels a Pending batch. Returns its money to the merchant's balance; a later batch includes it as one entry.
 * @throws Refusal settlement_not_pending
 */
export async function cancelSettlement(
  deps: Pick<Deps, 'db'>,
  input: SettlementKey & { reason: string; auditor: Auditor },
): Promise<void> {
  const { merchantId, settlementId, reason, auditor } = input;
  const key = { merchantId, settlementId };
  await inTransaction(deps.db, async (tx) => {
    const settlement = await lockSettlement(tx, key);
    if (settlement.status !== 'PENDING') throw new Refusal('settlement_not_pending');
    await postOrThrow(tx, [settlementPostings.settlementCanceled(key)]);
    await updateSettlement(tx, key, {
      status: 'CANCELED',
      failure_reason: null,
      next_attempt_at: null,
    });
    await recordActivity(tx, key, { kind: 'CANCELED', by: auditor.administratorId, reason });
    await audit(tx, auditor, { action: 'settlement.canceled', settlement, reason });
  });
}
