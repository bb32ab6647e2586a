import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { publishHint } from '../../messages/live-updates/index.ts';
import { notify } from '../../messages/messages/index.ts';
import { readUser, type UserRecord } from '../../access/users/index.ts';
import type { Voucher } from './store.ts';

/** Notifies the buyer that the gift was opened or claimed: on screen always, by email and push as they chose. */
export async function notifyBuyer(
  tx: Transaction,
  deps: { keys: Keys },
  voucher: Pick<Voucher, 'id' | 'buyerId' | 'recipientName' | 'recipientMsisdn' | 'recipientEmail'>,
  template: 'gift-opened' | 'gift-claimed',
): Promise<void> {
  if (!voucher.buyerId) return;
  await publishHint(tx, { userId: voucher.buyerId, topic: 'voucher', id: voucher.id });
  const buyer = await readUser(tx, voucher.buyerId);
  if (!buyer || isRecipient(voucher, buyer)) return;
  await notify(tx, deps, {
    template,
    data: { recipientName: voucher.recipientName },
    email: buyer.emailAlerts ? buyer.email : undefined,
    push: { userId: buyer.id },
    language: buyer.language,
    dedupeKey: `${voucher.id}/${voucher.recipientMsisdn ?? ''}`,
  });
}

/** Whether a gift went to a verified contact of the user. */
export function isRecipient(
  voucher: Pick<Voucher, 'recipientMsisdn' | 'recipientEmail'>,
  user: Pick<UserRecord, 'phoneMsisdn' | 'phoneVerified' | 'email' | 'emailVerified'>,
): boolean {
  const isPhone = voucher.recipientMsisdn !== null && voucher.recipientMsisdn === user.phoneMsisdn;
  const isEmail = voucher.recipientEmail !== null && voucher.recipientEmail === user.email;
  return (isPhone && user.phoneVerified) || (isEmail && user.emailVerified);
}
