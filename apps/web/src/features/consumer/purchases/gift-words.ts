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

export function giftWords(
  purchase: Pick<PurchaseState, 'recipientName' | 'recipientMsisdn' | 'message' | 'cloth'>,
  buyerName: string,
): GiftWords {
  const { recipientName, recipientMsisdn, message, cloth } = purchase;
  return {
    recipientName,
    recipientFirstName: firstNameOf(recipientName),
    recipientPhone: recipientMsisdn,
    senderName: firstNameOf(buyerName),
    message,
    cloth,
  };
}
