import type { Merchant } from '@zawadi/contract';
import { readBalances } from '../../../ledger/index.ts';
import type { Deps } from '../../../config/deps.ts';
import { account } from '../../money/postings/index.ts';
import { describeWith } from './merchant-details.ts';
import { listMerchantRecords, type MerchantFilter } from './store.ts';

/** The merchants with what Zawadi owes them, the newest first; all of them without a filter. */
export async function listMerchants(deps: Pick<Deps, 'db'>, filter: MerchantFilter): Promise<Merchant[]> {
  const records = await listMerchantRecords(deps.db, filter);
  const accounts = records.map(({ id }) => ({ account: account.merchant(id) }));
  const balances = await readBalances(deps.db, accounts);
  return records.map((record) => describeWith(record, balances.get(account.merchant(record.id)) ?? 0n));
}
