import { shownBusiness, shownPerson, shownQuote } from '@zawadi/contract';
import type { Voucher } from './store.ts';

type Words = Pick<Voucher, 'senderName' | 'recipientName' | 'message' | 'issuerMerchantId'>;

// "Friend", as readers of both languages say it.
const NAMELESS = 'Rafiki';

/** The names and the message of a gift as its viewers see them; its buyer sees what was typed. */
export function shownGift({ senderName, recipientName, message, issuerMerchantId }: Words) {
  const sender = issuerMerchantId === null ? shownPerson(senderName) : shownBusiness(senderName);
  return {
    senderName: sender || NAMELESS,
    recipientName: shownPerson(recipientName) || NAMELESS,
    message: shownQuote(message),
  };
}
