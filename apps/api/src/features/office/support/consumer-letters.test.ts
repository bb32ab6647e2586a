import { randomUUID } from 'node:crypto';
import {
  assignSupportRequest,
  consumerLetters,
  handOverSupportRequest,
  listNotes,
  listSupportRequests,
  markSupportAnswered,
  readWorkList,
  writeAsConsumer,
  type ConsumerLetterAbout,
} from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { payForGift } from '../../../testing/refund-calls.ts';
import {
  createSettlingSystem,
  newAdministrator,
  newPayee,
  type Administrator,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let support: Administrator;
let finance: Administrator;
beforeAll(async () => {
  system = await createSettlingSystem();
  support = await newAdministrator(system, 'support');
  finance = await newAdministrator(system, 'finance');
});
afterAll(() => system.close());

const LETTER = { subject: 'My gift', message: 'It did not come.' };

function write(person: SignedIn, about?: ConsumerLetterAbout) {
  return system.call(writeAsConsumer, { body: { ...LETTER, about } }, person);
}

async function writeOne(person: SignedIn, about?: ConsumerLetterAbout): Promise<string> {
  return (await write(person, about)).answer.supportRequestId;
}

async function lettersOf(person: SignedIn, query: object = {}) {
  return (await system.call(consumerLetters, { query }, person)).answer.letters;
}

async function listed(query: object, by = support) {
  return (await system.call(listSupportRequests, { query }, by)).answer.supportRequests;
}

async function workOf(by: Administrator) {
  const { work } = (await system.call(readWorkList, {}, by)).answer;
  return work.find(({ kind }) => kind === 'letters')?.count ?? 0;
}

test('a consumer writes about a gift and gets the answer in the app, by SMS and by mail', async () => {
  const { buyer, voucherId } = await payForGift(system, 500);
  const about = { kind: 'gift', voucherId } as const;
  const id = await writeOne(buyer, about);
  const writer = { kind: 'consumer', userId: buyer.user.id };
  expect(await listed({ from: 'consumers', userId: buyer.user.id })).toMatchObject([
    { supportRequestId: id, writer, about, status: 'OPEN', ...LETTER },
  ]);
  const answer = 'We have sent it again.';
  const marked = await system.call(markSupportAnswered, { params: { id }, body: { answer } }, support);
  expect(marked.answer).toMatchObject({ status: 'ANSWERED', answeredBy: support.name });
  expect(await lettersOf(buyer, { voucherId })).toMatchObject([{ status: 'ANSWERED', answer, about }]);
  await system.sandbox.sms(buyer.phoneNumber, /answered your letter.*\/dashboard\/support$/u);
  await system.sandbox.mail(buyer.email, /We have sent it again\./u);
});

test('support takes a letter and hands it to finance with a note, who answers it', async () => {
  const person = await newConsumer(system);
  const params = { id: await writeOne(person) };
  const before = { support: await workOf(support), finance: await workOf(finance) };
  const taken = await system.call(assignSupportRequest, { params, body: { isMine: true } }, support);
  expect(taken.answer.assignedTo?.name).toBe(support.name);
  const { administratorId } = taken.answer.assignedTo ?? {};
  expect((await listed({ assignedTo: administratorId })).map((one) => one.supportRequestId)).toEqual([
    params.id,
  ]);
  const body = { to: 'finance', noteId: randomUUID(), note: 'Please refund the second payment.' } as const;
  const handed = await system.call(handOverSupportRequest, { params, body }, support);
  expect(handed.answer).toMatchObject({ status: 'WAITING' });
  expect(handed.answer.assignedTo).toBeUndefined();
  await system.call(handOverSupportRequest, { params, body: { ...body, to: 'support' } }, support);
  expect((await listed({ status: 'WAITING' }, finance)).map((one) => one.supportRequestId)).toEqual([
    params.id,
  ]);
  expect(await workOf(support)).toBe(before.support - 1);
  expect(await workOf(finance)).toBe(before.finance + 1);
  const subject = { subjectKind: 'support-request', subjectId: params.id } as const;
  const { notes } = (await system.call(listNotes, { params: subject, query: {} }, finance)).answer;
  expect(notes).toMatchObject([{ text: body.note, by: support.name }]);
  expect((await lettersOf(person))[0]?.status).toBe('OPEN');
  await system.call(markSupportAnswered, { params, body: { answer: 'Refunded.' } }, finance);
  const again = { ...body, noteId: randomUUID() };
  expect((await system.call(handOverSupportRequest, { params, body: again }, support)).outcome).toBe(
    'letter_answered',
  );
  expect((await system.call(assignSupportRequest, { params, body: { isMine: true } }, finance)).outcome).toBe(
    'letter_answered',
  );
});

test('refuses letters about payments and gifts of others, and hides letters from others', async () => {
  const { voucherId, purchase, buyer, recipient } = await payForGift(system, 500);
  const stranger = await newConsumer(system);
  const gift = { kind: 'gift', voucherId } as const;
  const payment = { kind: 'payment', paymentId: purchase.requestId } as const;
  for (const about of [gift, payment]) expect((await write(stranger, about)).outcome).toBe('not_found');
  expect((await write(recipient, gift)).outcome).toBe('ok');
  expect((await write(recipient, payment)).outcome).toBe('not_found');
  expect((await write(buyer, payment)).outcome).toBe('ok');
  expect(await lettersOf(stranger)).toEqual([]);
  expect((await lettersOf(recipient)).length).toBe(1);
  const payee = await newPayee(system);
  expect((await system.call(consumerLetters, { query: {} }, payee)).outcome).not.toBe('ok');
});

test('limits the letters of a consumer to five an hour', async () => {
  const person = await newConsumer(system);
  for (let letters = 0; letters < 5; letters += 1) expect((await write(person)).outcome).toBe('ok');
  expect((await write(person)).outcome).toBe('too_many_letters');
  expect((await write(await newConsumer(system))).outcome).toBe('ok');
});

test('an answer goes to no address that was never proven', async () => {
  const person = await newConsumer(system);
  const params = { id: await writeOne(person) };
  await system.owner.query('update users set email_verified_at = null where id = $1', [person.user.id]);
  await system.call(markSupportAnswered, { params, body: { answer: 'Done.' } }, support);
  const { rows } = await system.owner.query(`select topic from outbox where dedupe_key = $1`, [
    `letter-answered:${params.id}`,
  ]);
  expect(rows).toEqual([{ topic: 'sms' }]);
});
