import { shillingsOf, type LanguageName } from '@zawadi/contract';
import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { publishHint, type UserHint } from '../../services/live-updates/index.ts';
import { notify, type Notice } from '../../services/messages/index.ts';
import { findUsersByVerifiedContacts, type UserRecord } from '../../people/users/index.ts';
import { readRecipientLanguages, type Addressed } from './recipient-languages-store.ts';

/**
 * Announces a gift to its recipient: by SMS and email, and by push and on screen if a user has verified the contact.
 * @param occasion id of a resend or correction, so that its messages do not count as duplicates
 */
export async function announceGift(
  tx: Transaction,
  deps: { keys: Keys },
  gift: Addressed,
  occasion?: string,
): Promise<void> {
  for (const { notices, hints } of await announcementsOf(tx, [gift], occasion)) {
    await notify(tx, deps, ...notices);
    await publishHint(tx, ...hints);
  }
}

/**
 * Notifies the former recipient of a corrected gift, who may have the code, or may think that the gift was a payment.
 * @param occasion id of the correction
 */
export async function notifyFormerRecipient(
  tx: Transaction,
  deps: { keys: Keys },
  gift: Addressed & { senderName: string; faceCents: bigint },
  occasion: string,
): Promise<void> {
  const { id, recipientMsisdn: msisdn, senderName, faceCents } = gift;
  if (msisdn === null) return;
  const [language] = await readRecipientLanguages(tx, [
    { id, recipientMsisdn: msisdn, recipientEmail: null },
  ]);
  await notify(tx, deps, {
    template: 'gift-moved-away',
    data: { senderName, value: shillingsOf(faceCents) },
    sms: msisdn,
    language,
    dedupeKey: `${id}/${occasion}`,
  });
}

/** Messages, and hints for the open screens of users. */
export type Announcement = { notices: Notice[]; hints: UserHint[] };

/** Makes the messages of `announceGift` for each gift, for callers that add messages of their own. */
export async function announcementsOf(
  tx: Transaction,
  gifts: Addressed[],
  occasion?: string,
): Promise<Announcement[]> {
  const contacts = gifts.map(({ recipientMsisdn: msisdn, recipientEmail: email }) => ({ msisdn, email }));
  const users = await findUsersByVerifiedContacts(tx, contacts);
  const languages = await readRecipientLanguages(tx, gifts);
  return gifts.map((gift, n) => announcementTo(users[n] ?? [], gift, { occasion, language: languages[n] }));
}

function announcementTo(
  users: UserRecord[],
  { id, recipientMsisdn, recipientEmail }: Addressed,
  { occasion, language: firstLanguage }: { occasion: string | undefined; language: LanguageName | undefined },
): Announcement {
  const dedupeKey = occasion === undefined ? id : `${id}/${occasion}`;
  const address = recipientMsisdn ?? recipientEmail ?? '';
  const notices: Notice[] = [
    {
      template: 'voucher-gift',
      data: { voucherId: id },
      sms: recipientMsisdn ?? undefined,
      email: recipientEmail ?? undefined,
      language: firstLanguage,
      dedupeKey,
    },
    ...users.map(({ id: userId, language }): Notice => ({
      template: 'gift-arrived',
      data: { voucherId: id, address },
      push: { userId },
      language,
      dedupeKey,
    })),
  ];
  return { notices, hints: users.map((user) => ({ userId: user.id, topic: 'voucher', id })) };
}
