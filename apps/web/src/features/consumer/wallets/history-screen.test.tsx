// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { statementPdf } from '@zawadi/contract/receipts';
import { dashboardStats, history, historyCsv, type Activity } from '@zawadi/contract/wallets';
import { historyPdf } from '@zawadi/contract/receipts-history';
import { expect, test } from 'vitest';
import { answer, answerBy, file, refusal } from '../../../testing/contract-answers.ts';
import { giftBought, statsOf } from '../../../testing/money.ts';
import { fieldOf, pages } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';

const { open } = pages();

const HISTORY = '/dashboard/transactions';
const BRENDA = gave('Brenda Moraa', '1');
const CALEB = gave('Caleb Moraa', '2');

function gave(counterparty: string, digit: string): Activity {
  const entityId = giftBought().entityId.replace(/^./u, digit);
  return giftBought({ entityId, counterparty, description: `Gift for ${counterparty}` });
}

/** Fake history of two gifts, which filters as the server does. */
const both = answerBy(history, ({ query: { search = '', type, to } }) => {
  const isFitting = ({ counterparty = '', transactionType }: Activity) =>
    counterparty.toLowerCase().includes(search) && (type ?? transactionType) === transactionType;
  const activities = to === undefined ? [CALEB, BRENDA].filter(isFitting) : [];
  const count = activities.length;
  return { activities, totals: { count, isMore: false, moneyIn: 0, moneyOut: 700 * count } };
});

const names = () => screen.queryAllByRole('link', { name: / Moraa$/u }).map(({ textContent }) => textContent);
const shows = async (...wanted: string[]) => waitFor(() => expect(names()).toEqual(wanted));

test('S62 searches and filters the history, and keeps the filters after a reload', async () => {
  const page = await open(HISTORY, { as: consumer(), answers: [both] });
  await shows('Caleb Moraa', 'Brenda Moraa');
  await page.person.type(screen.getByRole('searchbox', { name: 'Search' }), 'caleb');
  await shows('Caleb Moraa');
  expect(page.address()).toBe(`${HISTORY}?search=caleb`);
  await page.reload();
  await shows('Caleb Moraa');
  const search = () => screen.getByRole('searchbox', { name: 'Search' });
  expect(search()).toHaveProperty('value', 'caleb');
  await page.press(/^Filter/u);
  const filters = within(screen.getByRole('dialog', { name: 'Filter' }));
  await page.person.click(filters.getByRole('button', { name: 'To M-PESA' }));
  await page.person.click(await filters.findByRole('button', { name: /^Show \d+$/u }));
  expect(await screen.findByRole('heading', { name: 'No transactions found' })).toBeDefined();
  await page.press('Clear filters');
  await shows('Caleb Moraa', 'Brenda Moraa');
  expect(page.address()).toBe(HISTORY);
  expect(search()).toHaveProperty('value', '');
  await page.press(/^Period:/u);
  const period = within(screen.getByRole('dialog', { name: 'Period' }));
  await page.person.type(period.getByLabelText('Until'), '31/01/2025');
  await page.person.click(period.getByRole('button', { name: /^Show/u }));
  expect(await screen.findByRole('heading', { name: 'No transactions found' })).toBeDefined();
  expect(page.address()).toBe(`${HISTORY}?to=2025-01-31`);
});

test('applies both of two history filters that are set at the same moment', async () => {
  const page = await open(HISTORY, { as: consumer(), answers: [both] });
  await shows('Caleb Moraa', 'Brenda Moraa');
  await page.press(/^Period:/u);
  const status = screen.getByLabelText<HTMLSelectElement>('Status');
  const days = screen.getByRole('button', { name: '30 days' });
  act(() => {
    status.value = 'PENDING';
    status.dispatchEvent(new Event('change', { bubbles: true }));
    days.click();
  });
  await waitFor(() => expect(page.address()).toMatch(/status=PENDING.*from=\d{4}-\d\d-\d\d/u));
});

test('no filter of the history lists an empty choice', async () => {
  await open(HISTORY, { as: consumer(), answers: [both] });
  await shows('Caleb Moraa', 'Brenda Moraa');
  const values = [...document.querySelectorAll('option')].map(({ value }) => value);
  expect(values).not.toEqual([]);
  expect(values).not.toContain('');
});

test('S141 a new transaction appears in the open history without a reload', async () => {
  const only = (...activities: Activity[]) => [answer(history, { activities }), statsOf(0, activities)];
  const page = await open(HISTORY, { as: consumer(), answers: only(BRENDA) });
  await shows('Brenda Moraa');
  await waitFor(() => expect(page.asked(dashboardStats)).not.toEqual([]));
  page.answer(...only(CALEB, BRENDA));
  page.hint({ topic: 'purchase', id: CALEB.entityId });
  await shows('Caleb Moraa', 'Brenda Moraa');
});

test('S55 if the history fails to load, says that the money is safe, and loads again on request', async () => {
  const page = await open(HISTORY, { as: consumer(), answers: [refusal(history, 'not_found')] });
  expect(await screen.findByText(/Your money is safe\./u)).toBeDefined();
  page.answer(answer(history, { activities: [] }));
  await page.press('Try Again');
  expect(await screen.findByRole('heading', { name: 'No data available' })).toBeDefined();
});

test('exports the filtered rows of the history as CSV and as PDF', async () => {
  const page = await open(`${HISTORY}?search=caleb&status=COMPLETED&from=2026-11-01`, {
    as: consumer(),
    answers: [
      both,
      file(historyCsv, 'statement-2026-11-28.csv', 'Date'),
      file(historyPdf, 'transactions-2026-11-28.pdf', '%PDF-'),
    ],
  });
  await page.press('Export CSV');
  await waitFor(() => expect(page.saved).toHaveLength(1));
  await page.press('Export PDF');
  await waitFor(() => expect(page.saved).toHaveLength(2));
  const [csv, pdf] = [...page.asked(historyCsv), ...page.asked(historyPdf)].map((path) => path.split('?')[1]);
  expect(csv).toBe('search=caleb&status=COMPLETED&from=2026-11-01');
  expect(pdf).toBe(csv);
});

test('S63 exports a period of the wallet as CSV, as PDF with the same rows, and as a statement', async () => {
  const page = await open('/dashboard/wallet', {
    as: consumer(),
    answers: [
      file(historyCsv, 'statement-2026-11-28.csv', 'Date,Brenda Moraa'),
      file(historyPdf, 'transactions-2026-11-28.pdf', '%PDF-'),
      file(statementPdf, 'statement-2026-11-28.pdf', '%PDF-'),
    ],
  });
  await page.press('Export');
  await screen.findByRole('dialog', { name: 'Export your transactions' });
  await page.press('Save CSV');
  await waitFor(() => expect(page.saved).toHaveLength(1));
  await page.press('One year');
  await page.press('Save PDF');
  await waitFor(() => expect(page.saved).toHaveLength(2));
  await page.press('Wallet statement');
  await waitFor(() => expect(page.saved).toHaveLength(3));
  expect(page.saved.map(({ name }) => name)).toEqual([
    'statement-2026-11-28.csv',
    'transactions-2026-11-28.pdf',
    'statement-2026-11-28.pdf',
  ]);
  expect(await page.saved[0]?.text()).toContain('Brenda Moraa');
  const periods = [historyCsv, historyPdf, statementPdf]
    .flatMap((of) => page.asked(of))
    .map((path) => {
      const query = new URL(path, 'http://server.test').searchParams;
      return Date.parse(query.get('to') ?? '') - Date.parse(query.get('from') ?? '');
    });
  expect(periods[0]).toBeLessThan(31 * 86_400_000);
  expect(periods[1]).toBeGreaterThan(360 * 86_400_000);
  expect(periods[2]).toBe(periods[1]);

  await page.type({ From: '01/01/2020' });
  expect(await screen.findByText('Please choose a period of at most one year.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Save PDF' })).toHaveProperty('disabled', true);
  expect(fieldOf('From').value).toBe('01/01/2020');
});
