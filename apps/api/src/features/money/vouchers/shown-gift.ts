import { shownBusiness, shownPerson, shownQuote } from '@zawadi/contract';
import type { Voucher } from './store.ts';

type Words = Pick<Voucher, 'senderName' | 'recipientName' | 'message' | 'issuerMerchantId'>;

// Replaces a name that must not be shown: "friend" in Kiswahili, which readers of both languages understand.
const NAMELESS = 'Rafiki';

/**
 * Returns names and message of a gift as viewers see them, without misleading names; the buyer sees the typed
 * originals.
 */
export function shownGift({ senderName, recipientName, message, issuerMerchantId }: Words) {
  const sender = issuerMerchantId === null ? shownPerson(senderName) : shownBusiness(senderName);
  return {
    senderName: sender || NAMELESS,
    recipientName: shownPerson(recipientName) || NAMELESS,
    message: shownQuote(message),
  };
}
