import { lockBalances } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { account } from '../postings/index.ts';
import { lockVoucher } from './change-gift-store.ts';
import { findVoucher, type Voucher } from './store.ts';

/**
 * Takes the lock that redemption, claim, expiry and refund take, so that the first of them wins, and reads the voucher
 * under it.
 * @param walletOf whose wallet the value may go to, locked in the same breath
 * @throws Refusal voucher_not_found
 */
export async function lockValue(
  tx: Transaction,
  { voucherId, walletOf }: { voucherId: string; walletOf?: string | undefined },
): Promise<Voucher & { balanceCents: bigint }> {
  const source = { homeId: voucherId, account: account.voucher(voucherId) };
  const wallets = walletOf === undefined ? [] : [{ homeId: walletOf, account: account.wallet(walletOf) }];
  const balances = await lockBalances(tx, [source, ...wallets]);
  await lockVoucher(tx, voucherId);
  const voucher = await findVoucher(tx, voucherId);
  if (!voucher) throw new Refusal('voucher_not_found');
  return { ...voucher, balanceCents: balances.get(source.account) ?? 0n };
}
