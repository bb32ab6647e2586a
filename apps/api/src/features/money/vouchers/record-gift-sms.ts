import type { Deps } from '../../../config/deps.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { storeGiftSms } from './change-gift-store.ts';
import { notifyBuyers } from './notify-buyer.ts';

/**
 * Records whether the SMS gateway accepted a gift's SMS. If the outcome is unknown, notifies the buyer, who can resend
 * the gift. The SMS is not repeated automatically, because the recipient may have it.
 */
export async function recordGiftSms(
  deps: Pick<Deps, 'db' | 'keys'>,
  sms: { voucherId: string; msisdn: string; isAccepted: boolean },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const gift = await storeGiftSms(tx, sms);
    if (!gift || sms.isAccepted || gift.isOpenedOrClosed) return;
    await notifyBuyers(tx, deps, [gift], 'gift-sms-unknown');
  });
}
