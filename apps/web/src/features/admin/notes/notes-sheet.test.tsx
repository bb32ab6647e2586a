// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { adminUserDetail } from '@zawadi/contract/admin-users';
import { showContacts } from '@zawadi/contract/contacts';
import { uploadDocument } from '@zawadi/contract/documents';
import { sample } from '@zawadi/contract/example-values';
import { listNotes, writeNote, type Note } from '@zawadi/contract/notes';
import { readTimeline, type TimelineEvent } from '@zawadi/contract/timelines';
import { expect, test } from 'vitest';
import { answer, answerBy } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const HERE = `/admin/users/${sample.id}`;
const AT = '2026-11-20T09:00:00.000Z';
const document = {
  documentId: sample.id,
  fileName: 'letter.pdf',
  mediaType: 'application/pdf' as const,
  bytes: 8,
  sha256: 'a'.repeat(64),
};
const note: Note = {
  noteId: sample.id,
  text: 'Called at 10:00.',
  by: 'Wairimu Kamau',
  at: AT,
  files: [document],
};
const person = answer(adminUserDetail, { ...emptyAnswer(adminUserDetail), userId: sample.id });

test('adds a note with a file', async () => {
  const page = await open(HERE, {
    as: administrator('support'),
    answers: [person, answer(listNotes, { notes: [] })],
  });
  await page.press('Add note');
  expect(await screen.findByText('Please write a note')).toBeDefined();
  await page.type({ 'New note': note.text });
  const pdf = new File(['%PDF-1.7'], 'letter.pdf', { type: 'application/pdf' });
  await page.person.upload(screen.getByLabelText(/^Files/u), pdf);
  page.answerThen(
    answer(uploadDocument, document),
    answer(writeNote, note),
    answer(listNotes, { notes: [note] }),
  );
  await page.press('Add note');
  expect(await screen.findByText('Note added')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'letter.pdf' })).toBeDefined();
  expect(page.sent(writeNote)).toMatchObject([{ text: note.text, documentIds: [expect.any(String)] }]);
});

test('a read-only administrator reads notes, but has no form and no download', async () => {
  await open(HERE, {
    as: administrator('read-only'),
    answers: [person, answer(listNotes, { notes: [note] })],
  });
  expect(await screen.findByText(/Called at 10:00/u)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add note' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'letter.pdf' })).toBeNull();
});

test('the phone numbers of a note are masked until an administrator asks for them', async () => {
  const page = await open(HERE, {
    as: administrator('read-only'),
    answers: [person, answer(listNotes, { notes: [{ ...note, text: 'Called 2547****111.' }] })],
  });
  const sheet = (await screen.findByText(/Called 2547\*{4}111/u)).closest('.notes') as HTMLElement;
  page.answerThen(answer(showContacts, { contacts: [{ label: 'Note', value: 'Called 0711 000 111.' }] }));
  await page.person.click(within(sheet).getByRole('button', { name: 'Show contacts' }));
  expect(await within(sheet).findByText(/Called 0711 000 111/u)).toBeDefined();
  expect(page.sent(showContacts)).toEqual([{ kind: 'note', id: sample.id }]);
});

test('the timeline of a person links payments and letters, and shows one kind on request', async () => {
  const payment: TimelineEvent = {
    eventId: sample.id,
    kind: 'payment',
    at: AT,
    title: 'Payment of KES 500',
    transaction: { type: 'Deposit', transactionId: sample.id },
  };
  const looked: TimelineEvent = {
    eventId: sample.id,
    kind: 'read',
    at: AT,
    title: 'User read',
    by: 'Wairimu Kamau',
  };
  const page = await open(HERE, {
    as: administrator('support'),
    answers: [
      person,
      answerBy(readTimeline, ({ query: { kind } }) => ({
        events: [payment, looked].filter((one) => kind === undefined || one.kind === kind),
      })),
    ],
  });
  const link = await screen.findByRole('link', { name: 'Payment of KES 500' });
  expect(link.getAttribute('href')).toBe(`/admin/transactions/Deposit/${sample.id}`);
  await page.person.selectOptions(screen.getByLabelText('Show events'), 'Who looked');
  expect(await screen.findByText('User read')).toBeDefined();
  await expect.poll(() => screen.queryByRole('link', { name: 'Payment of KES 500' })).toBeNull();
});
