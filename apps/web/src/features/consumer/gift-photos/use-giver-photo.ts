import { deleteGiftPhoto, GIFT_PHOTO_FROM_SHILLINGS, putGiftPhoto } from '@zawadi/contract/gift-photos';
import { useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { parseAmount } from '../amount.ts';

export type PhotoChoice = ReturnType<typeof useGiverPhoto>;

/** Keeps the photo that the giver chose while the wizard is open. A reload forgets a photo that is not uploaded yet. */
export function useGiverPhoto() {
  const [chosen, choose] = useState<File>();
  const uploaded = useRef<{ requestId: string; photo: File }>(undefined);
  return {
    chosen,
    choose,
    /** Uploads the photo for a registered gift, or removes one that the giver no longer wants. */
    save: async (requestId: string, amount: string): Promise<void> => {
      const photo = (parseAmount(amount) ?? 0) < GIFT_PHOTO_FROM_SHILLINGS ? undefined : chosen;
      const before = uploaded.current?.requestId === requestId ? uploaded.current.photo : undefined;
      if (photo === before) return;
      if (photo === undefined) await call(deleteGiftPhoto, { params: { requestId } });
      else await call(putGiftPhoto, { params: { requestId }, body: photo });
      uploaded.current = photo && { requestId, photo };
    },
  };
}
