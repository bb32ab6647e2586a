import type { SentGift, SentMessage } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readMessageStates, type KnownMessage } from '../../services/delivery-reports/index.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { noticeKey } from '../../services/messages/index.ts';
import { lockGiftMessages, recordGiftMessages, type KeptStates } from './change-gift-store.ts';
import { describeSentGift, isInUse } from './describe-sent-gift.ts';
import { findGift, findSent, type ListedGift } from './gift-lists-store.ts';
import { notifyBuyers } from './notify-buyer.ts';

/**
 * Reads one gift as its buyer sees it.
 * @throws Refusal voucher_not_found also for another user's gift
 */
export async function readSentGift(db: Db, buyerId: string, voucherId: string): Promise<SentGift> {
  const gift = await findSent(db, buyerId, voucherId);
  const [sent] = gift ? await describeSentGifts(db, [gift]) : [];
  if (!sent) throw new Refusal('voucher_not_found');
  return sent;
}

/** Describes gifts to their buyer, with the states of their messages. */
export async function describeSentGifts(db: Db, gifts: ListedGift[]): Promise<SentGift[]> {
  const messages = await readGiftMessages(db, gifts);
  return gifts.map((gift, n) => ({ ...describeSentGift(gift), messages: messages[n] ?? {} }));
}

/** Reads the states of the latest SMS and mail to the present recipient of each gift, in the order of the gifts. */
async function readGiftMessages(db: Db, gifts: ListedGift[]): Promise<SentGift['messages'][]> {
  const known = await readMessageStates(db, gifts.flatMap(keysOf));
  const byKey = Map.groupBy(known, ({ dedupeKey }) => dedupeKey);
  return gifts.map((gift) => {
    const messages = keysOf(gift).flatMap((key) => byKey.get(key) ?? []);
    const latest = (topic: KnownMessage['topic'], contact: string | null) =>
      contact === null || gift.announcedAt === null || !gift.isDelivered
        ? undefined
        : describe(
            messages.findLast((one) => one.topic === topic) ??
              keptState(gift, topic) ?? { ...UNRECORDED, at: gift.announcedAt },
          );
    return { sms: latest('sms', gift.recipientMsisdn), email: latest('email', gift.recipientEmail) };
  });
}

/** State of a message that neither the outbox nor the gift knows: the gift was announced. */
const UNRECORDED = { state: 'sent', failure: null } as const;

/** The state that the gift keeps for the time when the outbox has forgotten the message. */
function keptState({ messageStates }: ListedGift, topic: KnownMessage['topic']) {
  const kept = messageStates[topic];
  return kept && { ...kept, at: new Date(kept.at) };
}

/** The dedupe keys of the messages to the present recipient, oldest first. */
function keysOf({ id, occasions }: ListedGift): string[] {
  return occasions.map((occasion) => noticeKey('voucher-gift', occasion === '' ? id : `${id}/${occasion}`));
}

function describe({ state, failure, at }: Pick<KnownMessage, 'state' | 'failure' | 'at'>): SentMessage {
  return { state, failure: failure ?? undefined, at: at.toISOString() };
}

/** Returns the gift whose message has this dedupe key; undefined for other messages. */
export function giftOfMessage(dedupeKey: string): string | undefined {
  const prefix = noticeKey('voucher-gift', '');
  return dedupeKey.startsWith(prefix) ? dedupeKey.slice(prefix.length).split('/')[0] : undefined;
}

/**
 * Runs when more is known of a gift's SMS or mail: updates the buyer's screen, and the time from which the recipient
 * can have the code. Tells the buyer if the SMS was not delivered, or may not have arrived; it is not repeated
 * automatically.
 */
export async function updateGiftMessages(deps: Pick<Deps, 'db' | 'keys'>, voucherId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockGiftMessages(tx, voucherId);
    const gift = await findGift(tx, voucherId);
    if (!gift) return;
    const all = await readMessageStates(tx, keysOf(gift));
    const texts = all.filter(({ topic }) => topic === 'sms');
    await recordGiftMessages(tx, gift, { smsSentAt: smsMomentOf(gift, texts), states: statesOf(gift, all) });
    if (gift.buyerId) await publishHint(tx, { userId: gift.buyerId, topic: 'voucher', id: voucherId });
    await tellBuyer(tx, deps, gift, texts.at(-1)?.state);
  });
}

/** Adds the latest states to those that the gift keeps. A message that is still being sent has no state to keep. */
function statesOf({ messageStates }: ListedGift, messages: KnownMessage[]): KeptStates {
  const over = messages.filter(({ state }) => state !== 'being_sent');
  const latest = over.map(({ topic, state, failure, at }) => [
    topic,
    { state, failure, at: at.toISOString() },
  ]);
  return { ...messageStates, ...(Object.fromEntries(latest) as KeptStates) };
}

/** Since when the recipient can have the code: delivery of the first delivered SMS, else the time it was taken. */
function smsMomentOf(gift: ListedGift, texts: KnownMessage[]): Date | null {
  const before = gift.smsSentAt;
  const areAllKnown = keysOf(gift).every((key) => texts.some(({ dedupeKey }) => dedupeKey === key));
  // The outbox has forgotten the earlier SMS, whose moment the gift keeps.
  if (before !== null && !areAllKnown) return before;
  const delivered = texts.find(({ state }) => state === 'delivered');
  if (delivered) return delivered.at;
  const taken = texts.find(({ state }) => state === 'sent' || state === 'unclear');
  return taken ? (before ?? taken.at) : null;
}

async function tellBuyer(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  gift: ListedGift,
  sms: KnownMessage['state'] | undefined,
): Promise<void> {
  if (isInUse(gift) || gift.closedAs !== null) return;
  if (sms === 'unclear') await notifyBuyers(tx, deps, [gift], 'gift-sms-unknown');
  if (sms === 'not_delivered') await notifyBuyers(tx, deps, [gift], 'gift-sms-failed');
}
