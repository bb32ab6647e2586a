import type { Deps } from '../../../config/deps.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { FileAnswer } from '../../../platform/file.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { raiseReview } from '../../services/reviews/index.ts';
import { readFeaturesOn } from '../../services/settings/index.ts';
import { findByClaimToken, shownGift } from '../vouchers/index.ts';
import { findPhoto, movePhoto } from './store.ts';

type ByLink = { claimToken: string };

/**
 * Reads the photo of the giver for the holder of a gift's link. Does not open the gift.
 * @throws Refusal `voucher_not_found`, `voucher_not_yet_delivered`; `not_found` without a photo, and for one that is
 * reported or removed
 */
export async function showGiftPhoto({ db }: Pick<Deps, 'db'>, { claimToken }: ByLink): Promise<FileAnswer> {
  const { id } = await findByClaimToken(db, claimToken);
  const isOn = (await readFeaturesOn(db)).has('giftPhotos');
  const photo = isOn ? await findPhoto(db, id) : undefined;
  if (photo?.state !== 'SHOWN' || photo.webp === null) throw new Refusal('not_found');
  return photoFile(photo.webp);
}

/**
 * Hides the photo of a gift at once, and raises a case for support. Repeated reports change nothing.
 * @throws Refusal `voucher_not_found`, `voucher_not_yet_delivered`, `not_found` without a photo
 */
export async function reportGiftPhoto({ db }: Pick<Deps, 'db'>, { claimToken }: ByLink): Promise<void> {
  const voucher = await findByClaimToken(db, claimToken);
  if (!(await findPhoto(db, voucher.id))) throw new Refusal('not_found');
  const { senderName, recipientName } = shownGift(voucher);
  await inTransaction(db, async (tx) => {
    if (!(await movePhoto(tx, voucher.id, { from: 'SHOWN', to: 'REPORTED' }))) return;
    await raiseReview(tx, {
      kind: 'photo_reported',
      subjectId: voucher.id,
      // A photo that support has shown again may be reported again.
      occurrence: newId(),
      details: { giver: senderName, recipient: recipientName },
    });
  });
}

export function photoFile(webp: Buffer): FileAnswer {
  return new FileAnswer({ contentType: 'image/webp', fileName: 'photo.webp', content: webp });
}
