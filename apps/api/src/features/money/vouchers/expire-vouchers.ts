import { post } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { postings } from '../postings/index.ts';
import { closeVoucher, insertActivity, takeVouchersToExpire } from './store.ts';

const AT_ONCE = 100;

/**
 * Moves what is left on vouchers after their last day to the unclaimed money we keep for their owners; what is left on
 * a merchant's own goes back to that merchant.
 * @returns how many vouchers were closed
 */
export async function expireVouchers(deps: Pick<Deps, 'db'>): Promise<number> {
  let closed = 0;
  for (;;) {
    const count = await inTransaction(deps.db, expireSome);
    closed += count;
    if (count < AT_ONCE) return closed;
  }
}

async function expireSome(tx: Transaction): Promise<number> {
  const vouchers = await takeVouchersToExpire(tx, AT_ONCE);
  const outcomes = await post(
    tx,
    vouchers.map(({ id: voucherId, expiresAt, issuerMerchantId: merchantId }) =>
      merchantId === null
        ? postings.expiry({ voucherId, expiresAt })
        : postings.merchantVoucherReturned({ voucherId, merchantId, expiresAt }),
    ),
  );
  for (const [index, voucher] of vouchers.entries()) {
    const outcome = outcomes[index];
    // Refused when nothing was left: such a voucher stays what it is, used.
    if (outcome?.outcome !== 'posted') continue;
    await closeVoucher(tx, voucher.id, 'EXPIRED');
    await insertActivity(tx, {
      voucher_id: voucher.id,
      id: newId(),
      kind: 'EXPIRED',
      actor_kind: 'system',
      amount_cents: outcome.transfers[0]?.amountCents ?? 0n,
    });
  }
  return vouchers.length;
}
