import type { Cloth, PurchaseState } from '@zawadi/contract/purchases';
import { firstNameOf } from '../../../ui/first-name.ts';
import type { readGiftDraft } from './gift-draft.ts';

/** What the ticket of a purchase says. Message, cloth and phone are only known in the tab that registered it. */
export type GiftWords = {
  recipientName: string;
  recipientFirstName: string;
  recipientPhone: string | undefined;
  senderName: string;
  message: string;
  cloth: Cloth;
};

/** The words of a registered gift: as typed in this tab, else as far as the server tells. */
export function giftWords(
  purchase: Pick<PurchaseState, 'requestId' | 'recipientName'>,
  draft: ReturnType<typeof readGiftDraft>,
  buyerName: string,
): GiftWords {
  const typed = draft.registered?.requestId === purchase.requestId ? draft.registered.gift : undefined;
  return {
    recipientName: purchase.recipientName,
    recipientFirstName: firstNameOf(purchase.recipientName),
    recipientPhone: typed?.phone,
    senderName: firstNameOf(buyerName),
    message: typed?.message ?? '',
    cloth: typed?.cloth ?? 'plain',
  };
}
