import { resendGift, sentGifts, showCodeByLink, type SentGift } from '@zawadi/contract';
import { newPerson, type SignedIn } from '@zawadi/story/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift, type Gift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { announceGift } from './announce-gift.ts';
import { updateGiftMessages } from './gift-messages.ts';
import { insertActivity } from './store.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

const recipient = newPerson('Kip', 'Rotich');
const UNKNOWN = /do not know whether (it|the SMS) arrived/u;

async function giftOf(buyer: SignedIn): Promise<SentGift | undefined> {
  const { answer } = await system.call(sentGifts, { query: {} }, { bearer: buyer.bearer });
  return answer.gifts[0];
}

const isUnknown = async (buyer: SignedIn) => (await giftOf(buyer))?.messages.sms?.state === 'unclear';

/** Announces the gift, and leaves its SMS as a worker leaves it that was killed while it sent the SMS. */
async function announceWithKilledWorker({ voucherId: id }: Gift): Promise<string> {
  const to = { id, buyerId: null, recipientMsisdn: recipient.phoneNumber, recipientEmail: null };
  const resendId = newId();
  await inTransaction(system.deps.db, async (tx) => {
    await sql`update vouchers set resends = 1 where id = ${id}`.execute(tx);
    await insertActivity(tx, { voucher_id: id, id: resendId, kind: 'RESENT', actor_kind: 'system' });
    await announceGift(tx, system.deps, to, resendId);
    await sql`
      update outbox set attempts = 1, lease_token = gen_random_uuid(), lease_until = now() - interval '1 second'
      where topic = 'sms' and dedupe_key = ${`voucher-gift:${id}/${resendId}`}`.execute(tx);
  });
  return resendId;
}

async function untilSmsIsOver({ voucherId }: Gift, resendId: string): Promise<void> {
  await until(async () => {
    const { rows } = await system.owner.query(
      `select state from outbox where topic = 'sms' and dedupe_key = $1`,
      [`voucher-gift:${voucherId}/${resendId}`],
    );
    expect(rows).toEqual([{ state: 'unknown' }]);
  });
}

test('after a worker was killed while sending a gift’s SMS, tells the buyer that it may not have arrived, until another SMS is accepted', async () => {
  const buyer = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, buyerId: buyer.user.id, recipient });
  await until(async () => expect((await giftOf(buyer))?.correctableUntil).toBeDefined());
  expect(await isUnknown(buyer)).toBe(false);

  await announceWithKilledWorker(gift);
  await until(async () => expect(await isUnknown(buyer)).toBe(true));
  expect(await giftOf(buyer)).toMatchObject({ canBeResent: true });
  await system.sandbox.mail(buyer.email, UNKNOWN);

  const { voucherId } = gift;
  const resent = await system.call(resendGift, { body: { voucherId } }, { bearer: buyer.bearer });
  expect(resent.outcome).toBe('ok');
  await until(async () => expect(await isUnknown(buyer)).toBe(false));
});

test('tells the buyer nothing about the SMS of a gift that was opened before', async () => {
  const buyer = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, buyerId: buyer.user.id, recipient });
  await system.call(showCodeByLink, { body: { claimToken: gift.claimToken } });
  await until(async () => expect((await giftOf(buyer))?.openedAt).toBeDefined());
  await untilSmsIsOver(gift, await announceWithKilledWorker(gift));
  await updateGiftMessages(system.deps, gift.voucherId);
  const mails = await system.owner.query(`select from outbox where dedupe_key like $1`, [
    `gift-sms-unknown:${gift.voucherId}%`,
  ]);
  expect(mails.rowCount).toBe(0);
});
