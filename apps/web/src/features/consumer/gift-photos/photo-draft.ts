import { uuid } from '@zawadi/contract/text';
import { z } from 'zod';
import { readDraft, writeDraft } from '../../forms/draft.ts';

/** The photo that the giver chose, and the purchase that has a photo. */
export type PhotoDraft = {
  photo?: File | undefined;
  /** `isThis` is false if the giver has since chosen another photo, or none. */
  uploaded?: { requestId: string; isThis: boolean } | undefined;
};

const NAME = 'gift-photo';

/** The crop dialog makes squares of 512 pixels, about 100 kB. A tab can store about 5 MB. */
const LONGEST_URL = 700_000;

const MEDIA_TYPE = 'image/jpeg';
const PREFIX = `data:${MEDIA_TYPE};base64,`;

const storedSchema = z.object({
  photo: z.string().startsWith(PREFIX).max(LONGEST_URL).optional(),
  uploaded: z.object({ requestId: uuid, isThis: z.boolean() }).optional(),
});

/** Reads the photo that the giver chose in this tab. */
export function readPhotoDraft(userId: string): PhotoDraft {
  const stored = readDraft(NAME, userId, storedSchema);
  return { photo: fileOf(stored?.photo), uploaded: stored?.uploaded };
}

/**
 * Stores the photo for this tab, unless `isLatest` is false once the photo has been read. A photo that is too large for
 * the tab is lost on a reload.
 */
export async function keepPhotoDraft(
  userId: string,
  { photo, uploaded }: PhotoDraft,
  isLatest: () => boolean,
): Promise<void> {
  if (photo === undefined) return writeDraft(NAME, userId, { uploaded });
  const url = await dataUrlOf(photo);
  if (!isLatest()) return;
  writeDraft(NAME, userId, { photo: url.length > LONGEST_URL ? undefined : url, uploaded });
}

export function forgetPhotoDraft(userId: string): void {
  writeDraft(NAME, userId, {});
}

function dataUrlOf(photo: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the photo cannot be read')));
    reader.readAsDataURL(photo);
  });
}

// The page's Content-Security-Policy does not allow `fetch` of a data URL.
function fileOf(url: string | undefined): File | undefined {
  if (url === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(url.slice(PREFIX.length)), (symbol) => symbol.codePointAt(0) ?? 0);
    return new File([bytes], 'picture.jpg', { type: MEDIA_TYPE });
  } catch {
    return undefined;
  }
}
