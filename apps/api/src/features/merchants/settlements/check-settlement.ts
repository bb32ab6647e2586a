import type { QueryOutcome } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { queryOrder, type OrderDeps } from '../../mpesa/orders/index.ts';
import { audit } from './audit.ts';
import { lockSettlement, type SettlementKey } from './store.ts';

/** Queries M-PESA for the result of a batch's pay-out, unless the result is already known. */
export async function checkSettlement(
  deps: OrderDeps,
  { auditor, ...key }: SettlementKey & { auditor: Auditor },
): Promise<QueryOutcome> {
  const { merchantId } = key;
  const { status, attemptId } = await inTransaction(deps.db, async (tx) => {
    const settlement = await lockSettlement(tx, key);
    await audit(tx, auditor, { action: 'settlement.queried', settlement });
    return settlement;
  });
  if (status !== 'PROCESSING' || attemptId === null) return 'not_needed';
  return queryOrder(deps, { homeId: merchantId, id: attemptId }, auditor);
}
