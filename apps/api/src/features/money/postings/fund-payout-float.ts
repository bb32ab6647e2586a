import { postAlone } from '../../../ledger/index.ts';
import type { Deps } from '../../../config/deps.ts';
import { floatPutIn } from './postings.ts';

/**
 * Books money that the operator put into the pay-out account at M-PESA.
 * @param put.causeId the operator's own id of this deposit; the same id again is the same deposit, which keeps the amount
 *   that was booked first
 */
export async function fundPayoutFloat(
  deps: Pick<Deps, 'db'>,
  put: { causeId: string; amountCents: bigint },
): Promise<void> {
  const outcome = await postAlone(deps.db, floatPutIn(put));
  const isBooked = outcome.outcome !== 'refused' || outcome.reason === 'id_conflict';
  if (!isBooked) throw new Error(`The ledger refused float ${put.causeId}: ${outcome.reason}.`);
}
