import {
  formatVoucherCode,
  type PublicVoucher,
  type VoucherOfCode,
  type PurchaseState,
  cloth,
  shillingsOf,
  type VoucherStatus,
} from '@zawadi/contract';
import { decrypt, type Keys } from '../../../platform/crypto/keys.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { listShops } from '../../merchants/merchants/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readUser } from '../../access/users/index.ts';
import { findByClaimToken, voucherBalance, findByTypedCode, type TypedCode } from './find-voucher.ts';
import { spendingRefusal, statusOf, takingRefusal } from './voucher-status.ts';
import { listOpenHolds } from './gift-lists-store.ts';
import { findVoucher, insertActivity, markOpened, type Voucher } from './store.ts';
import { notifyBuyer, isRecipient } from './notify-buyer.ts';

/**
 * The voucher behind a claim link, for the holder of the link. The code is there only while it can be spent.
 * @throws Refusal voucher_not_found, voucher_not_yet_delivered
 */
export async function viewVoucher(
  deps: Pick<Deps, 'db' | 'keys'>,
  input: { claimToken: string },
): Promise<PublicVoucher> {
  const voucher = await findByClaimToken(deps.db, input.claimToken);
  const balanceCents = await voucherBalance(deps.db, voucher.id);
  const status = statusOf({ ...voucher, balanceCents });
  const canBeSpent = spendingRefusal({ ...voucher, balanceCents }) === undefined;
  if (!voucher.openedAt) await inTransaction(deps.db, (tx) => recordOpening(tx, deps, voucher));
  return {
    ...describeGift(voucher, { status, balanceCents }),
    code: canBeSpent ? formatVoucherCode(decrypt(deps.keys, voucher.codeSealed)) : undefined,
    isFrozen: voucher.isFrozen,
    holds: await listOpenHolds(deps.db, voucher.id),
    canBeThanked: voucher.buyerId !== null && voucher.thankedAt === null,
    canBeClaimed: voucher.issuerMerchantId === null,
    ...(await listShops(deps.db, voucher.issuerMerchantId)),
  };
}

/**
 * The code of a gift, for its recipient. Showing the code opens the gift.
 * @throws Refusal voucher_not_found also for a gift that is another user's or not delivered yet, and why a voucher
 *   gives nothing
 */
export async function showCode(
  deps: Pick<Deps, 'db' | 'keys'>,
  input: { userId: string; voucherId: string },
): Promise<{ code: string }> {
  const user = await readUser(deps.db, input.userId);
  const voucher = await findVoucher(deps.db, input.voucherId);
  if (!user || !voucher?.isDelivered || !isRecipient(voucher, user)) throw new Refusal('voucher_not_found');
  const balanceCents = await voucherBalance(deps.db, voucher.id);
  const refusal = spendingRefusal({ ...voucher, balanceCents });
  if (refusal) throw new Refusal(refusal);
  if (!voucher.openedAt) await inTransaction(deps.db, (tx) => recordOpening(tx, deps, voucher));
  return { code: formatVoucherCode(decrypt(deps.keys, voucher.codeSealed)) };
}

/**
 * The voucher behind a typed code, for the holder of the code; nothing moves, and it does not count as opened.
 * @throws Refusal as the contract lists them
 */
export async function viewVoucherByCode(
  deps: Pick<Deps, 'db' | 'keys'>,
  typed: TypedCode,
): Promise<VoucherOfCode> {
  const voucher = await findByTypedCode(deps, typed);
  if (voucher.issuerMerchantId) throw new Refusal('voucher_not_claimable');
  const balanceCents = await voucherBalance(deps.db, voucher.id);
  const status = statusOf({ ...voucher, balanceCents });
  const refusal = takingRefusal({ ...voucher, balanceCents });
  if (refusal) throw new Refusal(refusal);
  return describeGift(voucher, { status, balanceCents });
}

/** What the buyer sees of the voucher; its claim link only when the gift is for the buyer's own contact. */
export async function describeBoughtVoucher(
  deps: Pick<Deps, 'db' | 'keys'>,
  voucherId: string,
): Promise<PurchaseState['voucher']> {
  const voucher = await findVoucher(deps.db, voucherId);
  if (!voucher) return undefined;
  const buyer = voucher.buyerId ? await readUser(deps.db, voucher.buyerId) : undefined;
  const isForBuyer = buyer !== undefined && isRecipient(voucher, buyer);
  const balanceCents = await voucherBalance(deps.db, voucher.id);
  return {
    id: voucher.id,
    status: statusOf({ ...voucher, balanceCents }),
    lastFour: voucher.codeLastFour,
    expiresAt: voucher.expiresAt.toISOString(),
    claimToken: isForBuyer && voucher.isDelivered ? decrypt(deps.keys, voucher.claimTokenSealed) : undefined,
  };
}

/** What every viewer of a gift sees. */
function describeGift(
  voucher: Voucher,
  { status, balanceCents }: { status: VoucherStatus; balanceCents: bigint },
): VoucherOfCode {
  return {
    voucherId: voucher.id,
    status,
    value: shillingsOf(voucher.faceCents),
    balance: shillingsOf(balanceCents),
    senderName: voucher.senderName,
    recipientName: voucher.recipientName,
    message: voucher.message,
    cloth: cloth.parse(voucher.cloth),
    expiresAt: voucher.expiresAt.toISOString(),
  };
}

/** Records that a gift was seen for the first time, and notifies its buyer. */
async function recordOpening(tx: Transaction, deps: { keys: Keys }, voucher: Voucher): Promise<void> {
  if (!(await markOpened(tx, voucher))) return;
  await insertActivity(tx, { voucher_id: voucher.id, id: newId(), kind: 'OPENED', actor_kind: 'anyone' });
  await notifyBuyer(tx, deps, voucher, 'gift-opened');
}
