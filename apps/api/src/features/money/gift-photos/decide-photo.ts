import type { decideReportedPhoto, HandlerInput } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { closeReview, findReview, isSameResolution, lockReview } from '../../services/reviews/index.ts';
import { findVoucher } from '../vouchers/index.ts';
import { photoFile } from './show-photo.ts';
import { findPhoto, movePhoto } from './store.ts';

const REPORT = 'photo_reported';

/**
 * Reads the photo of a case for support. The audit log records who saw it.
 * @throws Refusal `not_found` also when the giver has deleted the photo
 */
export async function showReportedPhoto(
  { db }: Pick<Deps, 'db'>,
  { reviewId, auditor }: { reviewId: string; auditor: Auditor },
): Promise<FileAnswer> {
  const review = await findReview(db, reviewId);
  const photo = review?.kind === REPORT ? await findPhoto(db, review.subjectId) : undefined;
  if (!photo?.webp) throw new Refusal('not_found');
  await inTransaction(db, (tx) =>
    recordAudit(tx, auditor, {
      action: 'gift-photo.shown',
      subjectKind: 'review',
      subjectId: reviewId,
    }),
  );
  return photoFile(photo.webp);
}

/**
 * Deletes a reported photo, or shows it to the recipient again, and closes its case. If the giver has deleted the photo,
 * only the case is closed.
 * @throws Refusal `not_found`, `review_resolved`
 */
export async function decideAboutPhoto(
  { db }: Pick<Deps, 'db'>,
  {
    reviewId,
    decision,
    reason,
    auditor,
  }: HandlerInput<typeof decideReportedPhoto>['body'] & { auditor: Auditor },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const review = await lockReview(tx, reviewId);
    if (review?.kind !== REPORT) throw new Refusal('not_found');
    if (isSameResolution(review, { auditor, reason })) return;
    if (review.resolvedAt !== null) throw new Refusal('review_resolved');
    const { subjectId } = review;
    const isRemoved = decision === 'remove';
    const isChanged = await movePhoto(tx, subjectId, {
      from: 'REPORTED',
      to: isRemoved ? 'REMOVED' : 'SHOWN',
    });
    await closeReview(tx, reviewId, { by: auditor.administratorId, resolution: reason });
    const buyerId = (await findVoucher(tx, subjectId))?.buyerId;
    if (buyerId) await publishHint(tx, { userId: buyerId, topic: 'voucher', id: subjectId });
    await recordAudit(tx, auditor, {
      action: isRemoved ? 'gift-photo.removed' : 'gift-photo.restored',
      subjectKind: 'review',
      subjectId: reviewId,
      reason,
      after: { about: subjectId, isPhotoChanged: isChanged },
    });
  });
}
