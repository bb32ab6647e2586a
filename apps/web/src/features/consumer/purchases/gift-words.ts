import type { Cloth, PurchaseState } from '@zawadi/contract/purchases';
import { firstNameOf } from '../../../ui/first-name.ts';

/** Texts on the ticket of a purchase. */
export type GiftWords = {
  recipientName: string;
  recipientFirstName: string;
  recipientPhone: string;
  senderName: string;
  message: string;
  cloth: Cloth;
};

/** @param buyerName full name, as the recipient sees it */
export function giftWords(
  purchase: Pick<PurchaseState, 'recipientName' | 'recipientMsisdn' | 'message' | 'cloth'>,
  buyerName: string,
): GiftWords {
  const { recipientName, recipientMsisdn, message, cloth } = purchase;
  return {
    recipientName,
    recipientFirstName: firstNameOf(recipientName),
    recipientPhone: recipientMsisdn,
    senderName: buyerName,
    message,
    cloth,
  };
}
