// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { sample } from '@zawadi/contract/example-values';
import { consumerLetters, writeAsConsumer, type ConsumerLetter } from '@zawadi/contract/support';
import { historyEntry } from '@zawadi/contract/wallets';
import { expect, test } from 'vitest';
import { answer, refusal } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { pages } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';

const { open } = pages();

const HERE = '/dashboard/support';
const AT = '2026-11-20T14:00:00.000Z';
const letter: ConsumerLetter = {
  supportRequestId: sample.id,
  subject: 'My gift',
  message: 'It did not come.',
  status: 'ANSWERED',
  sentAt: AT,
  answeredAt: AT,
  answer: 'We have sent it again.',
};
const sent = answer(writeAsConsumer, { supportRequestId: sample.id });

test('writes to support, keeps a refused text, and shows state and answer', async () => {
  const page = await open(HERE, {
    as: consumer(),
    answers: [answer(consumerLetters, { letters: [] }), refusal(writeAsConsumer, 'too_many_letters')],
  });
  expect(await screen.findByText('No letters yet')).toBeDefined();
  await page.type({ Subject: letter.subject, Message: letter.message });
  await page.press('Send message');
  expect(await screen.findByText(/Your text is still here/u)).toBeDefined();
  await page.reload();
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Message')).value).toBe(letter.message);
  page.answerThen(sent, answer(consumerLetters, { letters: [letter] }));
  await page.press('Send message');
  expect(await screen.findByText('We have sent it again.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('');
  expect(page.sent(writeAsConsumer).at(-1)).toEqual({ subject: 'My gift', message: 'It did not come.' });
});

test('reports a problem on a payment’s page, where the letter then appears', async () => {
  const entry = { ...emptyAnswer(historyEntry), entityId: sample.id, transactionType: 'REFUND' as const };
  const page = await open(`/dashboard/transactions/${sample.id}`, {
    as: consumer(),
    answers: [
      answer(historyEntry, { ...entry, description: 'Refund' }),
      answer(consumerLetters, { letters: [] }),
    ],
  });
  await page.press('Report a problem');
  const form = within(await screen.findByRole('dialog', { name: 'Report a problem' }));
  await page.person.type(form.getByLabelText('Message'), letter.message);
  page.answerThen(sent, answer(consumerLetters, { letters: [letter] }));
  await page.person.click(form.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText('We have sent it again.')).toBeDefined();
  expect(page.sent(writeAsConsumer)).toEqual([
    { subject: 'Refund', message: letter.message, about: { kind: 'payment', paymentId: sample.id } },
  ]);
});

test('the letters and the form are in Swahili', async () => {
  await open(HERE, {
    as: consumer(),
    language: 'sw',
    answers: [answer(consumerLetters, { letters: [{ ...letter, status: 'OPEN', answeredAt: null }] })],
  });
  expect(await screen.findByText('Tunaishughulikia')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Tuma ujumbe' })).toBeDefined();
});
