import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  NO_GIFT_MESSAGE,
  purchaseDetails,
  receivedGifts,
  registerTransaction,
  sentGifts,
  viewVoucher,
} from '@zawadi/contract';
import { giftRegistration } from '@zawadi/story/payment-requests';
import { newPerson, welcome } from '@zawadi/story/people';
import { buyGift, readGift } from '@zawadi/story/steps';
import { answerPrompt, start } from '../../../testing/purchase-calls.ts';
import { until } from '../../../testing/until.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

test('S2 a paid purchase issues one voucher and sends the recipient its code', async () => {
  const buyer = await welcome(system.api, system.sandbox, newPerson('Neema', 'Achieng'));
  const recipient = newPerson('Kip', 'Rotich');
  const paid = await buyGift(system, buyer, { recipient, amount: 1_000, message: 'Asante', cloth: 'asante' });
  expect(paid.mpesaReceipt).toMatch(/^[A-Z0-9]{10}$/u);
  const { code } = await readGift(system, recipient);
  expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/u);
});

test('a gift is paid for during an SMS outage, and its code arrives afterwards', async () => {
  const buyer = await welcome(system.api, system.sandbox, newPerson('Neema', 'Achieng'));
  const recipient = newPerson('Kip', 'Rotich');
  await system.sandbox.behave({ failHttp: { path: '/version1/messaging', status: 500, times: 1 } });
  const gift = { recipient, amount: 500, message: 'Asante', cloth: 'plain' } as const;
  expect((await buyGift(system, buyer, gift)).mpesaReceipt).toBeDefined();
  expect((await readGift(system, recipient)).claimToken).not.toBe('');
});

test('S350 sends a gift without a message if the buyer wrote none', async () => {
  const buyer = await welcome(system.api, system.sandbox, newPerson('Neema', 'Achieng'));
  const recipient = newPerson('Kip', 'Rotich');
  await buyGift(system, buyer, { recipient, amount: 500, message: NO_GIFT_MESSAGE, cloth: 'plain' });
  const { claimToken } = await readGift(system, recipient);
  const shown = await system.api.call(viewVoucher, { params: { claimToken } });
  expect(shown.message).toBe('');
});

test('a buyer’s copy has no code and no link, and its email address is not stored as a recipient’s', async () => {
  const buyer = await welcome(system.api, system.sandbox, newPerson('Neema', 'Achieng'));
  const [reader, recipient] = [
    await welcome(system.api, system.sandbox, newPerson('Amina', 'Hassan')),
    newPerson('Kip', 'Rotich'),
  ];
  const gift = giftRegistration(buyer, { amount: 1_000, recipient });
  const body = { ...gift, recipientEmail: reader.email, copyToBuyer: true };
  const { answer: registered } = await system.call(registerTransaction, { body }, buyer);
  await start(system, buyer, registered);
  await answerPrompt(system, buyer.phoneNumber, registered);
  const { code, claimToken } = await readGift(system, recipient);

  const params = { requestId: registered.requestId };
  await until(async () => {
    const { answer } = await system.call(purchaseDetails, { params }, buyer);
    expect(answer).toMatchObject({ orderStatus: 'COMPLETED', recipientEmail: '', copyEmail: reader.email });
  });
  await system.sandbox.mail(reader.email, /Value of the gift/u);
  const mails = JSON.stringify(await system.sandbox.mails(reader.email));
  expect(mails).toContain('Kip Rotich');
  for (const secret of [code, code.replaceAll('-', ''), claimToken]) expect(mails).not.toContain(secret);
  expect((await system.call(receivedGifts, { query: {} }, reader)).answer.gifts).toEqual([]);
  const sent = (await system.call(sentGifts, { query: {} }, buyer)).answer.gifts[0];
  expect(sent?.recipientEmail).toBe('');
});
