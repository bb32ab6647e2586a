import {
  listSupportRequests,
  markSupportAnswered,
  ownLetters,
  settlementTransactions,
  writeToSupport,
  type LetterAbout,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createSettlingSystem,
  earn,
  newAdministrator,
  newPayee,
  settleOne,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import { hire } from '../../../testing/shops.ts';
import type { TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let clerk: Administrator;
let shop: Payee;
let batchId: string;
let entry: { transactionId: string; redemptionId: string };
beforeAll(async () => {
  system = await createSettlingSystem();
  clerk = await newAdministrator(system, 'support');
  shop = await newPayee(system, { kind: 'till', tillNumber: '123456' });
  await earn(system, shop, 300);
  ({ batchId } = await settleOne(system, await newAdministrator(system), shop));
  const { answer } = await system.call(
    settlementTransactions,
    { params: { batchId }, query: {} },
    { bearer: shop.bearer },
  );
  const [first] = answer.transactions;
  entry = { transactionId: first?.transactionId ?? '', redemptionId: first?.redemptionId ?? '' };
});
afterAll(() => system.close());

const LETTER = { subject: 'This row is wrong', message: 'We sold for 350.' };

function report(bearer: string, about: LetterAbout) {
  return system.call(writeToSupport, { body: { ...LETTER, about } }, { bearer });
}

async function letters(bearer: string, query: object = {}) {
  return (await system.call(ownLetters, { query }, { bearer })).answer.letters;
}

test('a letter keeps its batch, row or redemption, and shows state and answer to the shop', async () => {
  const abouts: LetterAbout[] = [
    { kind: 'batch', batchId },
    { kind: 'entry', batchId, transactionId: entry.transactionId },
    { kind: 'redemption', redemptionId: entry.redemptionId },
  ];
  for (const about of abouts) expect((await report(shop.bearer, about)).outcome).toBe('ok');
  expect((await letters(shop.bearer)).map(({ about }) => about)).toEqual(abouts.toReversed());
  expect((await letters(shop.bearer, { batchId })).map(({ about }) => about?.kind)).toEqual([
    'entry',
    'batch',
  ]);
  const [redemption] = await letters(shop.bearer, { redemptionId: entry.redemptionId });
  expect(redemption).toMatchObject({ status: 'OPEN', about: abouts[2] });

  const id = redemption?.supportRequestId ?? '';
  const office = { bearer: clerk.bearer };
  const { answer: listed } = await system.call(
    listSupportRequests,
    { query: { supportRequestId: id } },
    office,
  );
  expect(listed.supportRequests[0]).toMatchObject({ about: abouts[2] });
  const body = { answer: 'The voucher had only 300 left.' };
  const answered = await system.call(markSupportAnswered, { params: { id }, body }, office);
  expect(answered.answer).toMatchObject({ status: 'ANSWERED', ...body });
  const again = { answer: 'Something else.' };
  await system.call(markSupportAnswered, { params: { id }, body: again }, office);
  expect((await letters(shop.bearer, { redemptionId: entry.redemptionId }))[0]).toMatchObject({
    status: 'ANSWERED',
    ...body,
  });
  await system.sandbox.mail(shop.contact.email, /This row is wrong[^]*The voucher had only 300 left\./u);
});

test('refuses a letter about an object that its writer cannot see', async () => {
  const stranger = await newPayee(system);
  const cashier = await hire(system, shop.merchantId, 'cashier', 'Juma Cash');
  const transactionId = '0c9f62ab-35b1-4a4c-9a8e-1f6a3a0d9f11';
  expect((await report(stranger.bearer, { kind: 'batch', batchId })).outcome).toBe('not_found');
  expect((await report(shop.bearer, { kind: 'entry', batchId, transactionId })).outcome).toBe('not_found');
  expect((await report(cashier.bearer, { kind: 'batch', batchId })).outcome).toBe('not_found');
  const { redemptionId } = entry;
  for (const { bearer } of [stranger, cashier])
    expect((await report(bearer, { kind: 'redemption', redemptionId })).outcome).toBe('redemption_not_found');
});

test('staff see their own letters, the owner all letters of the shop, and strangers none', async () => {
  const manager = await hire(system, shop.merchantId, 'manager', 'Moses Maina');
  await system.call(writeToSupport, { body: { ...LETTER, subject: 'From a manager' } }, manager);
  expect((await letters(manager.bearer)).map(({ subject }) => subject)).toEqual(['From a manager']);
  expect((await letters(shop.bearer))[0]?.subject).toBe('From a manager');
  expect(await letters((await newPayee(system)).bearer)).toEqual([]);
});
