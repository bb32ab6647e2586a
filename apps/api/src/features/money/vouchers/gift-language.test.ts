import { correctRecipient, resendGift, sentGifts, voidVoucher } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basketGift, buyBasket } from '../../../testing/baskets.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { makeGift, type Gift } from '../../../testing/gifts.ts';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { until } from '../../../testing/until.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';
import { reverseRedemption } from '../redemptions/reverse-redemption.ts';
import { remindOfExpiry } from './expire-vouchers.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

async function setExpiry({ voucherId }: Gift, ahead: string): Promise<void> {
  await system.owner.query(`update vouchers set expires_at = now() + $2::interval where id = $1`, [
    voucherId,
    ahead,
  ]);
}

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

test('a recipient without an account reads each later SMS about the gift in the language that the buyer chose', async () => {
  await sendPayBillAddresses(system.deps);
  const [recipient, buyer] = [newPerson('Kip', 'Rotich'), await newConsumer(system)];
  const buyerId = buyer.user.id;
  const gift = await makeGift(system, { amount: 1_000, buyerId, recipient, language: 'sw' });
  await setExpiry(gift, '6 days');
  await remindOfExpiry(system.deps);
  const reads = (text: RegExp) => system.sandbox.sms(recipient.phoneNumber, text);
  expect(await reads(/^Zawadi yako ina salio la KES 950/u)).toBeDefined();
  const till = await newTill(system);
  const { answer } = await redeem(system, till, gift.code, { amount: 200 });
  expect(await reads(/^Umetumia KES 200/u)).toBeDefined();
  const server = { channel: 'api', staffId: null } as const;
  const redemption = { merchantId: till.merchantId, redemptionId: answer.redemption.id, server };
  await reverseRedemption(system.deps, redemption);
  expect(await reads(/^Matumizi ya KES 200/u)).toBeDefined();

  const voiding = { voucherId: gift.voucherId, valueGoesTo: 'replacement', reason: 'Code seen' } as const;
  const { bearer } = await newAdministrator(system);
  expect((await system.call(voidVoucher, { body: voiding }, { bearer })).outcome).toBe('ok');
  await until(async () => {
    const { messages } = await system.sandbox.phone(recipient.phoneNumber);
    expect(messages.filter(({ text }) => text.includes('amekutumia zawadi ya'))).toHaveLength(2);
  });
});

test('the former recipient of a corrected gift reads so in the language that the buyer chose', async () => {
  const [former, next, buyer] = [
    newPerson('Kip', 'Rotich'),
    newPerson('Kim', 'Rotich'),
    await newConsumer(system),
  ];
  const buyerId = buyer.user.id;
  const { voucherId } = await makeGift(system, { amount: 1_000, buyerId, recipient: former, language: 'sw' });
  const body = { voucherId, fullName: 'Kim Rotich', recipientMsisdn: next.phoneNumber };
  expect((await system.call(correctRecipient, { body }, buyer)).outcome).toBe('ok');
  expect(await system.sandbox.sms(former.phoneNumber, /kwa namba nyingine/u)).toBeDefined();
});

test('a language that the recipient chose by USSD goes before the buyer’s choice', async () => {
  const recipient = newPerson('Kip', 'Rotich');
  await system.owner.query(`insert into ussd_numbers (msisdn, language) values ($1, 'sw')`, [
    recipient.phoneNumber,
  ]);
  const buyerId = (await newConsumer(system)).user.id;
  await makeGift(system, { amount: 1_000, buyerId, recipient, language: 'en' });
  expect(await system.sandbox.sms(recipient.phoneNumber, /amekutumia zawadi ya/u)).toBeDefined();
});

test('a recipient with an account gets them in the language of that account', async () => {
  const recipient = await newConsumer(system);
  await makeGift(system, { amount: 1_000, buyerId: await kiswahiliBuyer(), recipient });
  expect(await system.sandbox.sms(recipient.phoneNumber, /sent you a gift of/u)).toBeDefined();
});
