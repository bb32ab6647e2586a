import { uuid } from '@zawadi/contract/text';
import { z } from 'zod';
import { readDraft, writeDraft } from '../../forms/draft.ts';
import { isTypedTheSame } from '../../forms/typed-fields.ts';
import { emptyGift, giftFormSchema, type GiftForm } from './gift-form.ts';

const giftDraftSchema = z.object({
  typed: giftFormSchema,
  /** The gift as registered, so that going back and continuing does not register it twice. */
  registered: z.object({ requestId: uuid, gift: giftFormSchema }).optional(),
});
type GiftDraft = z.infer<typeof giftDraftSchema>;

const NAME = 'gift';

/** Reads the gift that the buyer typed in this tab. */
export function readGiftDraft(userId: string): GiftDraft {
  return readDraft(NAME, userId, giftDraftSchema) ?? { typed: emptyGift };
}

/** Stores the typed gift; the registered gift stays stored. */
export function keepTypedGift(userId: string, typed: GiftForm): void {
  writeDraft(NAME, userId, { ...readGiftDraft(userId), typed });
}

/** Stores the registered gift and its request id. */
export function keepRegisteredGift(userId: string, requestId: string, gift: GiftForm): void {
  writeDraft(NAME, userId, { typed: gift, registered: { requestId, gift } });
}

/**
 * Empties the form after the purchase, in case the buyer returns to it. The ticket still shows the bought gift's texts.
 */
export function emptyTypedGift(userId: string): void {
  keepTypedGift(userId, emptyGift);
}

/** Deletes the draft, so that the buyer starts with an empty form. */
export function forgetGift(userId: string): void {
  writeDraft(NAME, userId, { typed: emptyGift });
}

/** Returns the request id if the typed gift equals the registered one. */
export function requestIdOfSame(typed: GiftForm, draft: GiftDraft): string | undefined {
  const { registered } = draft;
  return registered && isTypedTheSame(typed, registered.gift) ? registered.requestId : undefined;
}
