import { readBalance } from '../../../ledger/index.ts';
import type { Db } from '../../../platform/db/database.ts';
import { account } from '../../services/postings/index.ts';
import { readInBatches } from './store.ts';

/** Reads the merchant's balance plus its unpaid settlement batches, in cents. */
export async function readOwedCents(db: Db, merchantId: string): Promise<bigint> {
  const balanceCents = await readBalance(db, { account: account.merchant(merchantId), homeId: merchantId });
  const inBatches = (await readInBatches(db, [merchantId])).get(merchantId);
  return balanceCents + (inBatches?.inBatchesCents ?? 0n);
}
