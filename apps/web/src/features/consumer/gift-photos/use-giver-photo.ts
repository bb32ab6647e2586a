import { deleteGiftPhoto, GIFT_PHOTO_FROM_SHILLINGS, putGiftPhoto } from '@zawadi/contract/gift-photos';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { parseAmount } from '../amount.ts';
import { keepPhotoDraft, readPhotoDraft, type PhotoDraft } from './photo-draft.ts';

export type PhotoChoice = ReturnType<typeof useGiverPhoto>;

/** The photo that the giver chose. It is stored with the draft of the gift, so that a reload does not lose it. */
export function useGiverPhoto(userId: string) {
  const [draft, setDraft] = useState<PhotoDraft>(() => readPhotoDraft(userId));
  useEffect(() => {
    let isLatest = true;
    void keepPhotoDraft(userId, draft, () => isLatest).catch(() => undefined);
    return () => {
      isLatest = false;
    };
  }, [userId, draft]);
  return {
    chosen: draft.photo,
    choose: (photo: File | undefined) =>
      setDraft(({ uploaded }) => ({ photo, uploaded: uploaded && { ...uploaded, isThis: false } })),
    /** Forgets the photo of a gift that is paid or discarded. */
    forget: useCallback(() => setDraft({}), []),
    /** Uploads the photo for a registered gift, or removes one that the giver no longer wants. */
    save: async (requestId: string, amount: string): Promise<void> => {
      const photo = (parseAmount(amount) ?? 0) < GIFT_PHOTO_FROM_SHILLINGS ? undefined : draft.photo;
      const before = draft.uploaded?.requestId === requestId ? draft.uploaded : undefined;
      if (photo === undefined) {
        if (before === undefined) return;
        await call(deleteGiftPhoto, { params: { requestId } });
        setDraft((current) => ({ ...current, uploaded: undefined }));
      } else if (before?.isThis !== true) {
        await call(putGiftPhoto, { params: { requestId }, body: photo });
        setDraft((current) => ({ ...current, uploaded: { requestId, isThis: current.photo === photo } }));
      }
    },
  };
}
