// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { showContacts } from '@zawadi/contract/contacts';
import { sample } from '@zawadi/contract/example-values';
import {
  assignSupportRequest,
  handOverSupportRequest,
  listSupportRequests,
  markSupportAnswered,
  type SupportRequest,
} from '@zawadi/contract/support-requests';
import { expect, test } from 'vitest';
import { answer, answerBy } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { replyAddress } from './letter-dialog.tsx';

const { open } = pages();

const letter: SupportRequest = {
  supportRequestId: sample.id,
  writer: {
    kind: 'merchant',
    merchantId: sample.id,
    merchantCode: 'DUKA001',
    businessName: 'Duka la Barua',
    name: 'Juma Mwangi',
    email: 'juma@example.test',
    staffRole: 'owner',
  },
  subject: 'A batch is late',
  message: 'Habari,\n\nwhere is it?',
  reference: 'ST-20261119-ABCDE',
  status: 'OPEN',
  sentAt: '2026-11-20T09:00:00.000Z',
  answeredAt: null,
  answeredBy: null,
};
const answered: SupportRequest = {
  ...letter,
  status: 'ANSWERED',
  answeredAt: '2026-11-20T10:00:00.000Z',
  answeredBy: 'Wairimu Kamau',
};

/** Answers with a list of one letter, filtered by its current status. */
const listed = (one: SupportRequest) =>
  answerBy(listSupportRequests, ({ query: { status } }) => ({
    supportRequests: status === one.status ? [one] : [],
    nextCursor: null,
  }));

test("S253 reads a merchant's letter and marks it as answered", async () => {
  const page = await open('/admin/support', { as: administrator('support'), answers: [listed(letter)] });
  await page.press(letter.subject);
  const opened = within(await screen.findByRole('dialog', { name: letter.subject }));
  expect(opened.getByText(/where is it\?/u)).toBeDefined();
  expect(opened.getByText('ST-20261119-ABCDE')).toBeDefined();
  const reply = opened.getByRole('link', { name: 'Reply by email' });
  expect(reply.getAttribute('href')).toMatch(/^mailto:juma%40example\.test/u);
  page.answerThen(answer(markSupportAnswered, answered), listed(answered));
  await page.person.click(opened.getByRole('button', { name: 'Mark as answered' }));
  expect(await screen.findByText('Marked as answered')).toBeDefined();
  expect(await screen.findByText('Every letter is answered')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('button', { name: letter.subject })).toBeNull());
  await page.person.selectOptions(screen.getByLabelText('Show'), 'Answered');
  await page.press(letter.subject);
  const read = within(await screen.findByRole('dialog', { name: letter.subject }));
  expect(read.getByText(/by Wairimu Kamau$/u)).toBeDefined();
  expect(read.queryByRole('button', { name: 'Mark as answered' })).toBeNull();
  expect(page.asked(markSupportAnswered)).toEqual([`/api/admin/v1/support-requests/${sample.id}/answered`]);
});

test('a letter’s phone numbers are masked until an administrator asks for them', async () => {
  const masked = { ...letter, message: 'Call me: 2547****111' };
  const page = await open('/admin/support', { as: administrator('read-only'), answers: [listed(masked)] });
  await page.press(letter.subject);
  const opened = within(await screen.findByRole('dialog', { name: letter.subject }));
  expect(opened.getByText('Call me: 2547****111')).toBeDefined();
  page.answerThen(answer(showContacts, { contacts: [{ label: 'Message', value: 'Call me: 0711 000 111' }] }));
  await page.person.click(opened.getByRole('button', { name: 'Show contacts' }));
  expect(await opened.findByText('Call me: 0711 000 111')).toBeDefined();
  expect(page.sent(showContacts)).toEqual([{ kind: 'support-request', id: sample.id }]);
  await page.person.click(opened.getByRole('button', { name: 'Hide contacts' }));
  expect(await opened.findByText('Call me: 2547****111')).toBeDefined();
});

test('answers a letter in the portal, with a link to the attached batch', async () => {
  const about = { kind: 'batch', batchId: 'ST-20261119-ABCDE' } as const;
  const page = await open('/admin/support', {
    as: administrator('support'),
    answers: [listed({ ...letter, about })],
  });
  await page.press(letter.subject);
  const opened = within(await screen.findByRole('dialog', { name: letter.subject }));
  expect(opened.getByRole('link', { name: about.batchId }).getAttribute('href')).toBe(
    `/admin/settlements/${about.batchId}`,
  );
  await page.person.type(opened.getByLabelText(/^Your answer/u), 'It is paid today.');
  page.answerThen(answer(markSupportAnswered, answered), listed(answered));
  await page.person.click(opened.getByRole('button', { name: 'Send answer' }));
  expect(await screen.findByText('Answer sent')).toBeDefined();
  expect(page.sent(markSupportAnswered)).toEqual([{ answer: 'It is paid today.' }]);
});

test('the subject of a letter cannot add recipients or text to the reply', () => {
  expect(replyAddress({ email: 'juma@example.test' }, 'Hi?bcc=a@b.test&body=x')).toBe(
    'mailto:juma%40example.test?subject=Re%3A%20Hi%3Fbcc%3Da%40b.test%26body%3Dx',
  );
});

test('takes a consumer’s letter about a gift, and hands it to finance with a note', async () => {
  const fromAtieno: SupportRequest = {
    ...letter,
    writer: { kind: 'consumer', userId: sample.id, name: 'Atieno Odhiambo' },
    about: { kind: 'gift', voucherId: sample.id },
  };
  const page = await open('/admin/support', {
    as: administrator('support'),
    answers: [
      listed(fromAtieno),
      answer(assignSupportRequest, fromAtieno),
      answer(handOverSupportRequest, { ...fromAtieno, status: 'WAITING' }),
    ],
  });
  await page.press(letter.subject);
  const opened = within(await screen.findByRole('dialog', { name: letter.subject }));
  expect(opened.getByRole('link', { name: 'Atieno Odhiambo' }).getAttribute('href')).toBe(
    `/admin/users/${sample.id}`,
  );
  expect(opened.queryByRole('link', { name: 'Reply by email' })).toBeNull();
  await page.person.click(opened.getByRole('button', { name: 'Take it' }));
  expect(await screen.findByText('The letter is yours')).toBeDefined();
  await page.person.click(opened.getByRole('button', { name: 'Hand to finance' }));
  const asking = within(await screen.findByRole('dialog', { name: 'Hand this letter to finance?' }));
  await page.person.click(asking.getByRole('button', { name: 'Hand over' }));
  expect(await asking.findByText('Please write a note')).toBeDefined();
  await page.person.type(asking.getByLabelText('What should they do?'), 'Refund the second payment.');
  await page.person.click(asking.getByRole('button', { name: 'Hand over' }));
  expect(await screen.findByText('Handed to finance')).toBeDefined();
  expect(page.sent(assignSupportRequest)).toEqual([{ isMine: true }]);
  expect(page.sent(handOverSupportRequest)).toMatchObject([
    { to: 'finance', note: 'Refund the second payment.' },
  ]);
});
