import type { Deps } from '../../../config/deps.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { currentCaller } from '../../../platform/caller.ts';
import { lookupHash } from '../../../platform/crypto/keys.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { mailboxOf } from '../../../platform/net/mailbox.ts';
import { networkOf } from '../../../platform/net/public-address.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  countMessage,
  readMessagesOfToday,
  type CountedChannel,
} from './unverified-contact-message-store.ts';

/**
 * Daily limits of messages to one phone number or mailbox, and from one network. A mobile network may have thousands of
 * users.
 */
const PER_DAY: Record<CountedChannel, { recipient: number; network: number }> = {
  sms: { recipient: 10, network: 1_000 },
  email: { recipient: 20, network: 1_000 },
};

/**
 * Counts an SMS or a mail to a contact that the requester has not verified, in the transaction that sends the message.
 * Days begin at midnight in Nairobi.
 * @param message.to 254XXXXXXXXX or an email address
 * @param message.apartFor requester whose messages to the recipient are counted separately, so that others cannot use
 *   up the limit
 * @throws Refusal `too_many_requests` until the day ends, when the recipient, the network or all requesters together
 *   have reached their limit
 */
export async function countUnverifiedContactMessage(
  tx: Transaction,
  { keys, config }: Pick<Deps, 'keys' | 'config'>,
  { channel, to, apartFor = '' }: { channel: CountedChannel; to: string; apartFor?: string },
): Promise<void> {
  const { rateFactor, strangers } = config;
  const recipient = channel === 'sms' ? to : mailboxOf(to);
  const used = await countMessage(tx, {
    channel,
    recipient: lookupHash(keys, JSON.stringify(['unverified-contact-message-to', recipient, apartFor])),
    network: lookupHash(
      keys,
      JSON.stringify(['unverified-contact-message-from', networkOf(currentCaller().address)]),
    ),
  });
  const limit = PER_DAY[channel];
  const isOver =
    (used.recipient > limit.recipient * rateFactor && 'recipient') ||
    (used.network > limit.network * rateFactor && 'network') ||
    (used.total > strangers[channel].perDay && 'day');
  if (!isOver) return;
  securityEvent('messages.stopped', { what: channel, reason: isOver });
  throw new Refusal('too_many_requests', { retryAfterSeconds: used.secondsLeft });
}

/** Reads today's messages to unverified contacts, with the total limit; one entry for each channel in use. */
export async function readUnverifiedContactMessages(
  db: Db,
  { rateFactor, strangers }: Deps['config'],
): Promise<{ channel: CountedChannel; sent: number; fullNetworks: number; perDay: number }[]> {
  const limits = { sms: PER_DAY.sms.network * rateFactor, email: PER_DAY.email.network * rateFactor };
  const today = await readMessagesOfToday(db, limits);
  return today.map((one) => ({ ...one, perDay: strangers[one.channel].perDay }));
}
