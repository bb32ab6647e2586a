import { resendGift, sentGifts } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { basketGift, buyBasket } from '../../../testing/baskets.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';
import { announcementsOf } from './announce-gift.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

async function kiswahiliBuyer(): Promise<string> {
  const { user } = await newConsumer(system);
  await system.owner.query(`update users set language = 'sw' where id = $1`, [user.id]);
  return user.id;
}

test('a recipient without an account gets the gift’s messages in the buyer’s language', async () => {
  const recipient = newPerson('Kip', 'Rotich');
  await makeGift(system, { amount: 1_000, buyerId: await kiswahiliBuyer(), recipient });
  expect(await system.sandbox.sms(recipient.phoneNumber, /amekutumia zawadi ya/u)).toBeDefined();
  expect(await system.sandbox.mail(recipient.email, /amekutumia zawadi/u)).toBeDefined();
});

test('each recipient of a basket without an account gets the language that the buyer chose, also in a repeated SMS', async () => {
  await sendPayBillAddresses(system.deps);
  await switchFeatures(system, true, 'basket');
  const buyer = await newConsumer(system);
  const [mama, kip] = [newPerson('Mama', 'Njeri'), newPerson('Kip', 'Rotich')];
  const { gifts } = await buyBasket(system, buyer, [
    basketGift(500, { to: mama, language: 'sw' }),
    basketGift(500, { to: kip }),
  ]);
  expect(await system.sandbox.sms(mama.phoneNumber, /amekutumia zawadi ya/u)).toBeDefined();
  expect(await system.sandbox.mail(mama.email, /amekutumia zawadi/u)).toBeDefined();
  expect(await system.sandbox.sms(kip.phoneNumber, /sent you a gift of/u)).toBeDefined();

  const { answer } = await system.call(sentGifts, { query: {} }, buyer);
  const toMama = answer.gifts.find(({ recipientMsisdn }) => recipientMsisdn === mama.phoneNumber);
  expect(gifts).toHaveLength(2);
  const body = { voucherId: toMama?.voucherId ?? '' };
  expect((await system.call(resendGift, { body }, buyer)).outcome).toBe('ok');
  await until(async () => {
    const { messages } = await system.sandbox.phone(mama.phoneNumber);
    expect(messages.filter(({ text }) => text.includes('amekutumia zawadi ya'))).toHaveLength(2);
  });
});

test('the voucher that replaces a gift is announced in the chosen language', async () => {
  const recipient = newPerson('Kip', 'Rotich');
  const buyerId = (await newConsumer(system)).user.id;
  const gift = await makeGift(system, { amount: 1_000, buyerId, recipient, language: 'sw' });
  const replacementId = newId();
  await system.owner.query(
    `insert into vouchers (id, buyer_id, replaces_id, face_cents, code_sealed, code_last_four, alias_sealed,
       claim_token_sealed, sender_name, recipient_name, recipient_msisdn, message, cloth, expires_at)
     select $2, buyer_id, id, face_cents, code_sealed, code_last_four, alias_sealed, claim_token_sealed, sender_name,
       recipient_name, recipient_msisdn, message, cloth, expires_at
     from vouchers where id = $1`,
    [gift.voucherId, replacementId],
  );
  const replacement = {
    id: replacementId,
    buyerId,
    recipientMsisdn: recipient.phoneNumber,
    recipientEmail: null,
  };
  const announced = await inTransaction(system.deps.db, (tx) => announcementsOf(tx, [replacement]));
  expect(announced).toMatchObject([{ notices: [{ template: 'voucher-gift', language: 'sw' }] }]);
  await system.owner.query('delete from vouchers where id = $1', [replacementId]);
});

test('a recipient with an account gets them in the language of that account', async () => {
  const recipient = await newConsumer(system);
  await makeGift(system, { amount: 1_000, buyerId: await kiswahiliBuyer(), recipient });
  expect(await system.sandbox.sms(recipient.phoneNumber, /sent you a gift of/u)).toBeDefined();
});
