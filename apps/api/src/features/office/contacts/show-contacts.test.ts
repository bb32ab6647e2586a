import { randomUUID } from 'node:crypto';
import * as contract from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { raiseAlert } from '../../../testing/fraud-alerts.ts';
import { compareToday, itemsOf } from '../../../testing/reconciliation-calls.ts';
import { payForGift } from '../../../testing/refund-calls.ts';
import {
  createSettlingSystem,
  newAdministrator,
  type Administrator,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let reader: Administrator;
beforeAll(async () => {
  system = await createSettlingSystem();
  reader = await newAdministrator(system, 'read-only');
});
afterAll(() => system.close());

async function show(body: contract.ContactRecord) {
  const { answer } = await system.call(contract.showContacts, { body }, reader);
  return Object.fromEntries(answer.contacts.map(({ label, value }) => [label, value]));
}

async function entriesOf(subjectId: string) {
  const { rows } = await system.owner.query<{ actor: string; kind: string; after: unknown }>(
    `select actor_name as actor, subject_kind as kind, after from audit_log
     where action = 'contact.shown' and subject_id = $1 order by seq`,
    [subjectId],
  );
  return rows;
}

test('A62 an administrator of any role sees a consumer’s contacts masked, and in full on request; each request is on record', async () => {
  const { user, phoneNumber, email } = await newConsumer(system);
  const params = { userId: user.id };
  const { answer } = await system.call(contract.adminUserDetail, { params }, reader);
  expect(answer).toMatchObject({
    email: contract.maskEmail(email),
    phoneNumber: contract.maskMsisdn(phoneNumber),
  });
  expect(await entriesOf(user.id)).toEqual([]);
  expect(await show({ kind: 'user', id: user.id })).toEqual({ Email: email, Phone: phoneNumber });
  await show({ kind: 'user', id: user.id });
  const entry = { actor: reader.name, kind: 'user', after: { shown: ['Email', 'Phone'] } };
  expect(await entriesOf(user.id)).toEqual([entry, entry]);
});

test('the contacts of a payment and of its voucher are shown in full on request', async () => {
  const { buyer, recipient, purchase, voucherId } = await payForGift(system, 500);
  const params = { type: 'Deposit', transactionId: purchase.requestId } as const;
  const read = await system.call(contract.readTransaction, { params }, reader);
  const facts = Object.fromEntries(read.answer.facts.map(({ label, value }) => [label, value]));
  expect(facts).toMatchObject({
    'Buyer email': contract.maskEmail(buyer.email),
    'Recipient phone': contract.maskMsisdn(recipient.phoneNumber),
  });
  expect(await show({ kind: 'transaction', type: 'Deposit', id: purchase.requestId })).toMatchObject({
    'Buyer email': buyer.email,
    'Recipient phone': recipient.phoneNumber,
  });
  expect(await show({ kind: 'voucher', id: voucherId })).toEqual({
    'Recipient phone': recipient.phoneNumber,
    'Recipient email': recipient.email,
  });
  expect(await entriesOf(purchase.requestId)).toMatchObject([{ kind: 'purchase' }]);
  expect(await entriesOf(voucherId)).toMatchObject([{ kind: 'voucher' }]);
});

test('a payer’s phone number in a review and on M-PESA’s statement is shown in full on request', async () => {
  const finance = await newAdministrator(system, 'finance');
  const { phoneNumber: stray } = newPerson('Wanjiru', 'Njoroge');
  await system.provider.payBill({ msisdn: stray, amount: 150, reference: stray });
  const masked = contract.maskMsisdn(stray);
  const review = await eventually('the review of a payment without a purchase', async () => {
    const { answer } = await system.call(contract.listReviews, { query: {} }, reader);
    return answer.reviews.find(({ details }) => details['billReference'] === masked);
  });
  expect(await show({ kind: 'review', id: review.reviewId })).toEqual({ billReference: stray });
  await compareToday(system, finance, 'collection');
  const items = await itemsOf(system, reader, {});
  const item = items.find(({ accountNumber }) => accountNumber === masked);
  expect(await show({ kind: 'reconciliation-item', id: item?.itemId ?? '' })).toMatchObject({
    'Account number': stray,
  });
});

test('numbers and addresses in letters and notes are masked, and shown in full on request', async () => {
  const support = await newAdministrator(system, 'support');
  const { user, bearer, phoneNumber, email } = await newConsumer(system);
  const other = newPerson('Kip', 'Rotich').phoneNumber;
  const letter = {
    subject: `Not ${contract.formatMsisdn(other)}`,
    message: `Mine is ${phoneNumber}, ${email}`,
  };
  const sent = await system.call(contract.writeAsConsumer, { body: letter }, { bearer });
  const { supportRequestId: id } = sent.answer;
  const query = { userId: user.id };
  const { answer: listed } = await system.call(contract.listSupportRequests, { query }, reader);
  expect(listed.supportRequests).toMatchObject([
    {
      subject: `Not ${contract.maskMsisdn(other)}`,
      message: `Mine is ${contract.maskMsisdn(phoneNumber)}, ${contract.maskEmail(email)}`,
    },
  ]);
  expect(await show({ kind: 'support-request', id })).toEqual({
    Subject: letter.subject,
    Message: letter.message,
  });
  expect(await entriesOf(id)).toEqual([
    { actor: reader.name, kind: 'support-request', after: { shown: ['Subject', 'Message'] } },
  ]);

  const params = { subjectKind: 'user', subjectId: user.id } as const;
  const note = { noteId: randomUUID(), text: `Called ${phoneNumber}` };
  const masked = `Called ${contract.maskMsisdn(phoneNumber)}`;
  expect((await system.call(contract.writeNote, { params, body: note }, support)).answer.text).toBe(masked);
  const { notes } = (await system.call(contract.listNotes, { params, query: {} }, reader)).answer;
  expect(notes.map(({ text }) => text)).toEqual([masked]);
  const { events } = (await system.call(contract.readTimeline, { params, query: { kind: 'note' } }, reader))
    .answer;
  expect(events.map(({ text }) => text)).toEqual([masked]);
  expect(await show({ kind: 'note', id: note.noteId })).toEqual({ Note: note.text });
  expect(await entriesOf(user.id)).toEqual([
    { actor: reader.name, kind: 'user', after: { shown: ['Note'], noteId: note.noteId } },
  ]);
});

test('numbers and addresses in notes and reports about fraud are masked, and shown in full on request', async () => {
  const administrator = await newAdministrator(system, 'administrator');
  const { user, phoneNumber } = await newConsumer(system);
  const [text, masked] = [phoneNumber, contract.maskMsisdn(phoneNumber)].map((who) => `Called ${who}`);
  const alertId = await raiseAlert(system, { userId: user.id });
  const body = { noteId: randomUUID(), text: text ?? '' };
  const noted = await system.call(contract.noteFraudAlert, { params: { alertId }, body }, administrator);
  expect(noted.answer.events.map((event) => event.text)).toEqual([masked]);
  expect(await show({ kind: 'fraud-alert', id: alertId, entryId: body.noteId })).toEqual({ Note: text });
  expect(await entriesOf(alertId)).toEqual([
    { actor: reader.name, kind: 'fraud-alert', after: { shown: ['Note'], entryId: body.noteId } },
  ]);

  const caseId = randomUUID();
  const opened = { caseId, about: { kind: 'user', userId: user.id }, text: text ?? '' } as const;
  await system.call(contract.openFraudCase, { body: opened }, administrator);
  const report = { reportId: randomUUID(), from: '2026-11-01', to: '2026-11-20', grounds: text ?? '' };
  await system.call(contract.prepareFraudCaseReport, { params: { caseId }, body: report }, administrator);
  const { answer } = await system.call(contract.readFraudCase, { params: { caseId } }, reader);
  expect(answer.reports.map(({ grounds }) => grounds)).toEqual([masked]);
  const [first] = answer.events;
  expect(first?.text).toBe(masked);
  expect(await show({ kind: 'fraud-case', id: caseId, entryId: first?.eventId ?? '' })).toEqual({
    Note: text,
  });
  const grounds = { kind: 'fraud-case', id: caseId, entryId: report.reportId } as const;
  expect(await show(grounds)).toEqual({ Grounds: text });
  const { rows } = await system.owner.query('select from audit_log where after::text like $1', [`%${text}%`]);
  expect(rows).toEqual([]);
});

test('the administrator whom a case is about cannot show its contacts', async () => {
  const administrator = await newAdministrator(system, 'administrator');
  const suspect = await newAdministrator(system, 'support');
  const { rows } = await system.owner.query<{ id: string }>('select id from administrators where name = $1', [
    suspect.name,
  ]);
  const caseId = randomUUID();
  const about = { kind: 'administrator', administratorId: rows[0]?.id ?? '' } as const;
  const text = 'Sold 0712345678';
  const { answer } = await system.call(
    contract.openFraudCase,
    { body: { caseId, about, text } },
    administrator,
  );
  const body = { kind: 'fraud-case', id: caseId, entryId: answer.events[0]?.eventId ?? '' } as const;
  expect((await system.call(contract.showContacts, { body }, suspect)).outcome).toBe('not_found');
  expect(await show(body)).toEqual({ Note: text });
});

test('a record that does not exist has no contacts, and leaves no audit entry', async () => {
  const id = '0199f0aa-11bb-7c3d-9e4f-55667788990b';
  for (const body of [
    { kind: 'user', id },
    { kind: 'voucher', id },
    { kind: 'transaction', type: 'Withdrawal', id },
    { kind: 'reconciliation-item', id },
    { kind: 'review', id },
    { kind: 'support-request', id },
    { kind: 'note', id },
    { kind: 'fraud-alert', id, entryId: id },
    { kind: 'fraud-case', id, entryId: id },
  ] as const) {
    expect((await system.call(contract.showContacts, { body }, reader)).outcome).toBe('not_found');
  }
  expect(await entriesOf(id)).toEqual([]);
});
