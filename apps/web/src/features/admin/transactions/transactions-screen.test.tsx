// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { sample } from '@zawadi/contract/example-values';
import { listTransactions, transactionsCsv } from '@zawadi/contract/transactions';
import { expect, test } from 'vitest';
import { answer, answerBy, file } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { aPayment } from './testing/a-payment.ts';

const { open } = pages();

const TRANSACTIONS = '/admin/transactions';
const sales = [321, 123].map((amount) =>
  aPayment({
    transactionId: amount === 321 ? sample.id : sample.redemptionId,
    type: 'Redemption',
    merchant: 'Duka la Vichujio',
    amount,
    netValue: amount,
    fee: 0,
  }),
);
/** Fake list: filters as the server does, as far as these tests need. */
const list = answerBy(listTransactions, ({ query }) => {
  const transactions = sales.filter(
    ({ amount }) => amount >= (query.minimumAmount ?? 0) && query.to === undefined,
  );
  return { transactions, count: transactions.length, isMore: false };
});

const rows = () =>
  screen
    .queryAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

test('S283 filters transactions by kind, status, merchant, amount and days, and keeps the filters in the URL', async () => {
  const page = await open(TRANSACTIONS, {
    as: administrator(),
    answers: [list, file(transactionsCsv, 'transactions-2026-11-20.csv', 'rows')],
  });
  await waitFor(() =>
    expect(rows()).toEqual([expect.stringMatching(/Duka la Vichujio.*321/u), expect.stringMatching(/123/u)]),
  );
  expect(screen.getByText('Showing 2 of 2')).toBeDefined();
  await page.person.selectOptions(screen.getByLabelText('Status'), 'Success');
  await page.press(/^Filter/u);
  const filters = within(await screen.findByRole('dialog', { name: 'Filter' }));
  await page.person.type(filters.getByLabelText('Merchant code'), 'duka001{Enter}');
  await page.person.type(filters.getByLabelText('At least'), '200');
  await page.person.click(filters.getByRole('button', { name: 'Redemption' }));
  await page.person.click(await filters.findByRole('button', { name: 'Show 1' }));
  await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/321/u)]));
  for (const part of ['status=Success', 'merchantCode=DUKA001', 'minimumAmount=200', 'type=Redemption']) {
    expect(page.address()).toContain(part);
    expect(page.asked(listTransactions).at(-1)).toContain(part);
  }
  await page.reload();
  await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/321/u)]));
  await page.press('Export CSV');
  await waitFor(() => expect(page.saved.map(({ name }) => name)).toEqual(['transactions-2026-11-20.csv']));
  expect(page.asked(transactionsCsv)[0]).toContain('minimumAmount=200');

  await page.press(/^Period:/u);
  const period = within(await screen.findByRole('dialog', { name: 'Period' }));
  await page.person.type(period.getByLabelText('Until'), '31 Jan 2025');
  await page.person.click(period.getByRole('button', { name: /^Show/u }));
  expect(await screen.findByRole('heading', { name: 'No transactions found' })).toBeDefined();
  expect(page.asked(listTransactions).at(-1)).toContain('to=2025-01-31');
  await page.press('Clear filters');
  await waitFor(() => expect(page.address()).toBe(TRANSACTIONS));
  await waitFor(() => expect(rows()).toHaveLength(2));
});

test('the list shows a payment as refunded, and filters by refunded payments', async () => {
  const refunded = aPayment({ refundState: 'refunded' });
  const page = await open(TRANSACTIONS, {
    as: administrator(),
    answers: [answer(listTransactions, { transactions: [refunded], count: 1, isMore: false })],
  });
  await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/Amina Wanjiru.*Deposit.*Refunded/u)]));
  await page.press(/^Filter/u);
  await page.person.click(await screen.findByRole('button', { name: 'Refunded' }));
  await waitFor(() => expect(page.asked(listTransactions).at(-1)).toContain('refundState=refunded'));
});
