import { uuid } from '@zawadi/contract/text';
import { z } from 'zod';
import { readDraft, writeDraft } from '../../forms/draft.ts';
import { isTypedTheSame } from '../../forms/typed-fields.ts';
import { forgetPhotoDraft } from '../gift-photos/photo-draft.ts';
import { emptyGift, giftFormSchema, type GiftForm } from './gift-form.ts';

const giftDraftSchema = z.object({
  typed: giftFormSchema,
  /** The other gifts of the basket. */
  others: z.array(giftFormSchema).default([]),
  /** The gifts as registered, so that going back and continuing does not register them twice. */
  registered: z.object({ requestId: uuid, gifts: z.array(giftFormSchema) }).optional(),
});
type GiftDraft = z.infer<typeof giftDraftSchema>;

const NAME = 'gift';

/** Reads the gift that the buyer typed in this tab. */
export function readGiftDraft(userId: string): GiftDraft {
  return readDraft(NAME, userId, giftDraftSchema) ?? { typed: emptyGift, others: [] };
}

/** Stores the typed gift; the rest of the draft stays stored. */
export function keepTypedGift(userId: string, typed: GiftForm): void {
  writeDraft(NAME, userId, { ...readGiftDraft(userId), typed });
}

/** Stores the other gifts of the basket; the rest of the draft stays stored. */
export function keepOtherGifts(userId: string, others: readonly GiftForm[]): void {
  writeDraft(NAME, userId, { ...readGiftDraft(userId), others });
}

/** Stores the registered gifts and their request id. */
export function keepRegisteredGifts(userId: string, requestId: string, gifts: readonly GiftForm[]): void {
  writeDraft(NAME, userId, { ...readGiftDraft(userId), registered: { requestId, gifts } });
}

/** Stores one gift as the whole draft, for a buyer who opens the form with it. */
export function fillGift(userId: string, typed: GiftForm): void {
  writeDraft(NAME, userId, { ...readGiftDraft(userId), typed, others: [] });
  forgetPhotoDraft(userId);
}

/**
 * Empties the form after the purchase, in case the buyer returns to it. The ticket still shows the bought gift's texts.
 */
export function emptyTypedGift(userId: string): void {
  fillGift(userId, emptyGift);
}

/** Deletes the draft, so that the buyer starts with an empty form. */
export function forgetGift(userId: string): void {
  writeDraft(NAME, userId, { typed: emptyGift, others: [] });
  forgetPhotoDraft(userId);
}

/** Returns the request id if the gifts equal the registered ones. */
export function requestIdOfSame(gifts: readonly GiftForm[], { registered }: GiftDraft): string | undefined {
  if (registered?.gifts.length !== gifts.length) return undefined;
  const isSame = registered.gifts.every((gift, n) => {
    const typed = gifts[n];
    return typed !== undefined && isTypedTheSame(typed, gift);
  });
  return isSame ? registered.requestId : undefined;
}
