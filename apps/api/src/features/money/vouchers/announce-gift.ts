import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { publishHint } from '../../messages/live-updates/index.ts';
import { notify, type Notice } from '../../messages/messages/index.ts';
import { findUsersByVerifiedContact } from '../../access/users/index.ts';

type Gift = { id: string; recipientMsisdn: string | null; recipientEmail: string | null };

/**
 * Announces a gift to its recipient: by SMS and email, and by push and on screen to the user who has that contact.
 * @param occasion sets a repeated announcement apart from the first
 */
export async function announceGift(
  tx: Transaction,
  deps: { keys: Keys },
  gift: Gift,
  occasion?: string,
): Promise<void> {
  const { id, recipientMsisdn, recipientEmail } = gift;
  const users = await findUsersByVerifiedContact(tx, { msisdn: recipientMsisdn, email: recipientEmail });
  const dedupeKey = occasion === undefined ? id : `${id}/${occasion}`;
  const address = recipientMsisdn ?? recipientEmail ?? '';
  await notify(
    tx,
    deps,
    {
      template: 'voucher-gift',
      data: { voucherId: id },
      sms: recipientMsisdn ?? undefined,
      email: recipientEmail ?? undefined,
      language: users[0]?.language,
      dedupeKey,
    },
    ...users.map(({ id: userId, language }): Notice => ({
      template: 'gift-arrived',
      data: { voucherId: id, address },
      push: { userId },
      language,
      dedupeKey,
    })),
  );
  for (const user of users) await publishHint(tx, { userId: user.id, topic: 'voucher', id });
}
