import {
  type PublicVoucher,
  type VoucherOfCode,
  type PurchaseState,
  cloth,
  shillingsOf,
  type StopName,
  type VoucherStatus,
} from '@zawadi/contract';
import { decrypt } from '../../../platform/crypto/keys.ts';
import type { Deps } from '../../../config/deps.ts';
import { listShops } from '../../people/merchants/index.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readFeaturesOn } from '../../services/settings/index.ts';
import { readStops } from '../../services/stops/index.ts';
import { readUser } from '../../people/users/index.ts';
import { findByClaimToken, findByTypedCode, type TypedCode } from './find-voucher.ts';
import { isClaimable, lastMomentOf, spendingRefusal, statusOf, takingRefusal } from './voucher-status.ts';
import { listOpenHolds } from './gift-lists-store.ts';
import { findVoucher, hasPhoto, type Voucher } from './store.ts';
import { isRecipient } from './notify-buyer.ts';
import { shownGift } from './shown-gift.ts';
import { openGift } from './open-gift.ts';

/** Stops that the holder of a gift notices. */
const STOPS: ReadonlySet<StopName> = new Set(['claiming', 'redeeming']);

/**
 * Reads the voucher behind a claim link, without its code. Does not open the gift.
 * @throws Refusal voucher_not_found, voucher_not_yet_delivered
 */
export async function viewVoucher(
  { db }: Pick<Deps, 'db'>,
  input: { claimToken: string },
): Promise<PublicVoucher> {
  const voucher = await findByClaimToken(db, input.claimToken);
  const { balanceCents } = voucher;
  return {
    ...describeGift(voucher, { status: statusOf(voucher), balanceCents }),
    hasCode: spendingRefusal(voucher) === undefined,
    isFrozen: voucher.isFrozen,
    holds: await listOpenHolds(db, voucher.id),
    hasPhoto: (await readFeaturesOn(db)).has('giftPhotos') && (await hasPhoto(db, voucher.id)),
    canBeThanked: voucher.buyerId !== null && voucher.thankedAt === null,
    canBeClaimed: isClaimable(voucher),
    isShopClosed: voucher.issuerClosedAt !== null,
    stops: (await readStops(db)).filter(({ name }) => STOPS.has(name)).map(({ sentence }) => sentence),
    ...(await listShops(db, voucher.issuerMerchantId)),
  };
}

/**
 * Reads the voucher behind a typed code. Moves no money, but opens the gift.
 * @throws Refusal as the contract lists them
 */
export async function viewVoucherByCode(
  deps: Pick<Deps, 'db' | 'keys'>,
  typed: TypedCode,
): Promise<VoucherOfCode> {
  const voucher = await findByTypedCode(deps, typed);
  if (!isClaimable(voucher)) throw new Refusal('voucher_not_claimable');
  const refusal = takingRefusal(voucher);
  if (refusal) throw new Refusal(refusal);
  await openGift(deps, voucher, 'code-typed');
  return describeGift(voucher, { status: statusOf(voucher), balanceCents: voucher.balanceCents });
}

/** Describes a voucher to its buyer; includes the claim link only if the buyer is also the recipient. */
export async function describeBoughtVoucher(
  deps: Pick<Deps, 'db' | 'keys'>,
  voucherId: string,
): Promise<PurchaseState['voucher']> {
  const voucher = await findVoucher(deps.db, voucherId);
  if (!voucher) return undefined;
  const buyer = voucher.buyerId ? await readUser(deps.db, voucher.buyerId) : undefined;
  const isForBuyer = buyer !== undefined && isRecipient(voucher, buyer);
  return {
    id: voucher.id,
    status: statusOf(voucher),
    lastFour: voucher.codeLastFour,
    expiresAt: voucher.expiresAt.toISOString(),
    claimToken: isForBuyer && voucher.isDelivered ? decrypt(deps.keys, voucher.claimTokenSealed) : undefined,
  };
}

/** Describes what buyer, recipient and holders of the link all see of a gift. */
function describeGift(
  voucher: Voucher,
  { status, balanceCents }: { status: VoucherStatus; balanceCents: bigint },
): VoucherOfCode {
  return {
    voucherId: voucher.id,
    status,
    value: shillingsOf(voucher.faceCents),
    balance: shillingsOf(balanceCents),
    ...shownGift(voucher),
    cloth: cloth.parse(voucher.cloth),
    expiresAt: lastMomentOf(voucher).toISOString(),
  };
}
