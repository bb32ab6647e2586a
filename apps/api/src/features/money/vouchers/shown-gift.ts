import { shownBusiness, shownPerson, shownQuote } from '@zawadi/contract';
import type { Voucher } from './store.ts';

type Words = Pick<Voucher, 'senderName' | 'recipientName' | 'message' | 'issuerMerchantId'>;

// "Friend" in Kiswahili, understood by readers of both languages.
const NAMELESS = 'Rafiki';

/** Returns the names and message of a gift for its viewers; its buyer sees the typed originals. */
export function shownGift({ senderName, recipientName, message, issuerMerchantId }: Words) {
  const sender = issuerMerchantId === null ? shownPerson(senderName) : shownBusiness(senderName);
  return {
    senderName: sender || NAMELESS,
    recipientName: shownPerson(recipientName) || NAMELESS,
    message: shownQuote(message),
  };
}
