import { readBalance } from '../../../ledger/index.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { account } from '../postings/index.ts';
import { findName } from '../unique-names/index.ts';
import { claimTokenKey } from './secrets.ts';
import { findVoucher, type Voucher } from './store.ts';

/** @throws Refusal voucher_not_found, voucher_not_yet_delivered */
export async function findByClaimToken(db: Db, claimToken: string): Promise<Voucher> {
  const found = await findName(db, 'claim_token', claimTokenKey(claimToken));
  const voucher = found && (await findVoucher(db, found.targetId));
  if (!voucher) throw new Refusal('voucher_not_found');
  if (!voucher.isDelivered) throw new Refusal('voucher_not_yet_delivered');
  return voucher;
}

export function voucherBalance(db: Db, voucherId: string): Promise<bigint> {
  return readBalance(db, { homeId: voucherId, account: account.voucher(voucherId) });
}
