import type { MerchantVoucher } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { ActorOf } from '../../../http/actor.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireActiveMerchant } from '../../money/redemptions/index.ts';
import { resendByIssuer, voidByIssuer } from '../../money/vouchers/index.ts';
import { describeVoucher } from './describe-voucher.ts';
import { findIssued } from './store.ts';

type Input = { actor: ActorOf<'merchant'>; voucherId: string };

/**
 * Voids one of the merchant's own vouchers, and returns the remaining value to its balance. A repeated request
 * changes nothing more.
 * @throws Refusal as the contract lists them
 */
export async function voidAtPortal(
  deps: Pick<Deps, 'db'>,
  { actor: { merchantId, staffId }, voucherId, reason = '' }: Input & { reason?: string | undefined },
): Promise<MerchantVoucher> {
  await requireActiveMerchant(deps.db, merchantId);
  const actionId = newId();
  await inTransaction(deps.db, (tx) =>
    voidByIssuer(tx, {
      actionId,
      voucherId,
      merchantId,
      staffId,
      reason: reason === '' ? null : reason,
    }),
  );
  return read(deps, { merchantId, voucherId });
}

/**
 * Sends a voucher's recipient the same code and link again.
 * @throws Refusal as the contract lists them
 */
export async function resendAtPortal(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  { actor: { merchantId, staffId }, voucherId }: Input,
): Promise<MerchantVoucher> {
  await requireActiveMerchant(deps.db, merchantId);
  const resendId = newId();
  await inTransaction(deps.db, (tx) =>
    resendByIssuer(tx, deps, { merchantId, staffId, voucherId, resendId }),
  );
  return read(deps, { merchantId, voucherId });
}

async function read(
  { db }: Pick<Deps, 'db'>,
  named: { merchantId: string; voucherId: string },
): Promise<MerchantVoucher> {
  const voucher = await findIssued(db, named);
  if (!voucher) throw new Refusal('voucher_not_found');
  return describeVoucher(voucher);
}
