import { GIFT_PHOTO_FROM_SHILLINGS, centsOf } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { shrinkPicture } from '../../../platform/shrink-picture.ts';
import { atMost, countAttempts } from '../../people/sessions/index.ts';
import { requireFeature } from '../../services/settings/index.ts';
import { findOwnPurchase, lockPurchase } from '../purchases/index.ts';
import { deletePhoto, putPhoto } from './store.ts';

type OfPurchase = { buyerId: string; requestId: string };

const PHOTOS_AN_HOUR = atMost(20, 3_600);

/**
 * Adds a photo of the giver to an unpaid gift, in place of an earlier one.
 * @throws Refusal `feature_off`, `not_found`, `photo_gift_too_small`, `already_paid`, `picture_unreadable`,
 * `too_many_requests`, `overloaded`
 */
export async function putGiftPhoto(
  deps: Pick<Deps, 'db' | 'keys'>,
  { buyerId, requestId, file }: OfPurchase & { file: Blob },
): Promise<void> {
  await requireFeature(deps.db, 'giftPhotos');
  const { homeId, amountCents } = await findOwnPurchase(deps.db, buyerId, requestId);
  if (amountCents < centsOf(GIFT_PHOTO_FROM_SHILLINGS)) throw new Refusal('photo_gift_too_small');
  const waitSeconds = await countAttempts(deps, [{ words: ['gift-photo', buyerId], rule: PHOTOS_AN_HOUR }]);
  if (waitSeconds > 0) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
  const webp = await shrinkPicture(new Uint8Array(await file.arrayBuffer()), {
    sidePixels: 512,
    fit: 'cover',
  });
  await inTransaction(deps.db, async (tx) => {
    // The recipient may have seen the photo of a paid gift, so it can only be removed.
    const { status } = await lockPurchase(tx, homeId);
    if (status === 'COMPLETED') throw new Refusal('already_paid');
    await putPhoto(tx, { homeId, purchaseId: requestId, buyerId, webp });
  });
}

/**
 * Removes the photo from a gift. Succeeds also if there is none.
 * @throws Refusal `not_found` for an unknown or another user's purchase alike
 */
export async function deleteGiftPhoto(
  { db }: Pick<Deps, 'db'>,
  { buyerId, requestId }: OfPurchase,
): Promise<void> {
  const { homeId } = await findOwnPurchase(db, buyerId, requestId);
  await deletePhoto(db, homeId);
}
