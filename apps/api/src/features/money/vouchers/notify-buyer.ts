import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { notify, type Notice } from '../../services/messages/index.ts';
import { readUsers, type UserRecord } from '../../people/users/index.ts';
import type { Voucher } from './store.ts';

type Gift = Pick<Voucher, 'id' | 'buyerId' | 'recipientName' | 'recipientMsisdn' | 'recipientEmail'>;

/**
 * Notifies buyers that their gifts were opened or claimed, or that the SMS failed or may have failed: always on screen, and
 * by email and push if they chose so.
 */
export async function notifyBuyers(
  tx: Transaction,
  deps: { keys: Keys },
  gifts: Gift[],
  template: 'gift-opened' | 'gift-claimed' | 'gift-sms-unknown' | 'gift-sms-failed',
): Promise<void> {
  const bought = gifts.flatMap((gift) => (gift.buyerId ? [{ gift, buyerId: gift.buyerId }] : []));
  if (bought.length === 0) return;
  await publishHint(
    tx,
    ...bought.map(({ gift, buyerId }) => ({ userId: buyerId, topic: 'voucher' as const, id: gift.id })),
  );
  const buyers = await readUsers(
    tx,
    bought.map(({ buyerId }) => buyerId),
  );
  const notices = bought.flatMap(({ gift }, n): Notice[] => {
    const buyer = buyers[n];
    if (!buyer || isRecipient(gift, buyer)) return [];
    return [
      {
        template,
        data: { recipientName: gift.recipientName },
        email: buyer.emailAlerts ? buyer.email : undefined,
        push: { userId: buyer.id },
        language: buyer.language,
        dedupeKey: `${gift.id}/${gift.recipientMsisdn ?? ''}`,
      },
    ];
  });
  if (notices.length > 0) await notify(tx, deps, ...notices);
}

/** Returns true if a gift was sent to a verified contact of the user. */
export function isRecipient(
  voucher: Pick<Voucher, 'recipientMsisdn' | 'recipientEmail'>,
  user: Pick<UserRecord, 'phoneMsisdn' | 'phoneVerified' | 'email' | 'emailVerified'>,
): boolean {
  const isPhone = voucher.recipientMsisdn !== null && voucher.recipientMsisdn === user.phoneMsisdn;
  const isEmail = voucher.recipientEmail !== null && voucher.recipientEmail === user.email;
  return (isPhone && user.phoneVerified) || (isEmail && user.emailVerified);
}
