// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { sample } from '@zawadi/contract/example-values';
import { settlementDetail, settlementTransactions } from '@zawadi/contract/settlements';
import { ownLetters, writeToSupport, type OwnLetter } from '@zawadi/contract/support';
import { expect, test } from 'vitest';
import { answer, answerBy } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';

const { open } = pages();

const BATCH = 'ST-20261120-7KQ2M';
const AT = '2026-11-20T14:00:00.000Z';

const detail = answer(settlementDetail, {
  settlement: {
    batchId: BATCH,
    amount: 300,
    processingFee: 3,
    netAmount: 297,
    status: 'Completed',
    date: AT,
    cutOffAt: AT,
    completedAt: AT,
    payoutChannel: 'M-Pesa',
    destination: 'Till 123456',
    transactionCount: 1,
  },
  attempts: [],
  steps: [],
});
const inside = answer(settlementTransactions, {
  transactions: [
    { transactionId: sample.id, kind: 'redemption', description: 'Redemption', date: AT, amount: 300 },
  ],
});
const letter: OwnLetter = {
  supportRequestId: sample.id,
  writerName: 'Njeri Kamau',
  subject: 'The row is wrong',
  message: 'We sold for 350.',
  reference: BATCH,
  about: { kind: 'entry', batchId: BATCH, transactionId: sample.id },
  status: 'ANSWERED',
  sentAt: AT,
  answeredAt: AT,
  answer: 'The voucher had only 300 left.',
};
const noLetters = answer(ownLetters, { letters: [] });

test('reports a problem with a row of a batch, and then shows its state and our answer there', async () => {
  const page = await open(`/merchant/dashboard/settlements/${BATCH}`, {
    as: shopPerson(),
    answers: [detail, inside, noLetters],
  });
  await page.press('Redemption');
  const row = within(await screen.findByRole('dialog', { name: 'Redemption' }));
  await page.person.click(row.getByRole('button', { name: 'Report a problem' }));
  const form = within(await screen.findByRole('dialog', { name: 'Report a problem' }));
  expect(form.getByLabelText<HTMLInputElement>('Subject').value).toMatch(`in batch ${BATCH}`);
  await page.person.type(form.getByLabelText('Message'), letter.message);
  page.answerThen(
    answer(writeToSupport, { supportRequestId: sample.id }),
    answerBy(ownLetters, ({ query }) => ({ letters: query.batchId === BATCH ? [letter] : [] })),
  );
  await page.person.click(form.getByRole('button', { name: 'Send message' }));
  expect(await row.findByText('The voucher had only 300 left.')).toBeDefined();
  expect(row.getByText('Answered')).toBeDefined();
  expect(page.sent(writeToSupport)).toMatchObject([{ message: letter.message, about: letter.about }]);
});

test('lists the letters with their answers on the support page, in Swahili too', async () => {
  const answers = [
    answer(ownLetters, {
      letters: [
        letter,
        {
          ...letter,
          supportRequestId: '5f0d4f6e-8c1a-5b7e-9d43-0a3f4c1b2d6e',
          status: 'OPEN',
          answeredAt: null,
        },
      ],
    }),
  ];
  await open('/merchant/dashboard/support', { as: shopPerson(), answers });
  expect(await screen.findByRole('heading', { name: 'Your letters' })).toBeDefined();
  expect(screen.getAllByText('With us')).toHaveLength(1);
  await open('/merchant/dashboard/support', { as: shopPerson(), answers, language: 'sw' });
  expect(await screen.findByText('Tunaishughulikia')).toBeDefined();
});
