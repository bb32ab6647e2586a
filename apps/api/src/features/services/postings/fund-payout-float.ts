import { post } from '../../../ledger/index.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { floatDeposited } from './postings.ts';

/**
 * Posts money that the operator paid into the pay-out account at M-PESA.
 * @param put.causeId the operator's own id of this deposit; a second call with the same id keeps the amount posted
 *   first
 */
export async function fundPayoutFloat(
  deps: Pick<Deps, 'db'>,
  put: { causeId: string; amountCents: bigint },
): Promise<void> {
  const [outcome] = await inTransaction(deps.db, (tx) => post(tx, [floatDeposited(put)]));
  if (outcome?.outcome === 'refused' && outcome.reason !== 'id_conflict')
    throw new Error(`The ledger refused float ${put.causeId}: ${outcome.reason}.`);
}
