// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { captureHoldAtPortal } from '@zawadi/contract/holds';
import { merchantTransactions, merchantTransactionsCsv } from '@zawadi/contract/merchant-reports';
import { redemptionReceiptPdf } from '@zawadi/contract/receipts';
import { reverseAtTill } from '@zawadi/contract/redemptions';
import { shortReference } from '@zawadi/contract/short-reference';
import { expect, test } from 'vitest';
import { answer, answerBy, file } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { expectSwahili } from '../../../testing/swahili.ts';
import { SALES, saleOf, salesPage, TYPED } from '../testing/sales.ts';
import { redemptionDone } from '../redemptions/testing/till-vouchers.ts';

const { open } = pages();

const TRANSACTIONS = '/merchant/dashboard/transactions';
const owner = shopPerson();

const threeSales = answerBy(merchantTransactions, ({ query }) => salesPage(SALES, query));
const csv = file(merchantTransactionsCsv, 'transactions-2026-11-20.csv', 'Brian Otieno');

const rows = () =>
  [...document.querySelectorAll('main .table:not([aria-hidden]) > tbody > tr')].map((row) => row.textContent);
const foot = () =>
  [...document.querySelectorAll('.table-foot > span')].map((one) => one.textContent).join(' ');
const people = () => rows().map((row) => /Hassan|Grace|Brian/u.exec(row)?.[0]);
const hold = saleOf({
  status: 'Pending',
  amount: 400,
  heldUntil: '2027-01-20T09:00:00.000Z',
  channel: 'api',
});

test('S105 searches, filters and exports transactions, and the URL keeps the filters', async () => {
  const page = await open(TRANSACTIONS, { as: owner, answers: [threeSales, csv] });
  await screen.findByText('Showing 3 of 3');
  const columns = document.querySelectorAll('main .table:not([aria-hidden]) > thead th');
  expect([...columns].map((column) => column.textContent)).toEqual([
    'M-Pesa Txn ID',
    'Voucher ID',
    'User',
    'Phone',
    'Date',
    'Served by',
    'Status',
    'Amount',
  ]);
  expect(people()).toEqual(['Hassan', 'Grace', 'Brian']);
  expect(foot()).toMatch(/^Showing 3 of 3 3 completed KES\s870 Total KES\s870$/u);
  // The cell has M-PESA's receipt, then the short reference that the till's receipt shows.
  expect(rows()[2]).toContain(`UKP1A2B3C4${shortReference(saleOf().redemptionId)}`);

  await page.person.type(screen.getByLabelText('Search'), 'otieno');
  await expect.poll(people).toEqual(['Brian']);
  expect(page.address()).toBe(`${TRANSACTIONS}?search=otieno`);
  await page.reload();
  expect(await screen.findByText('Showing 1 of 1')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('otieno');
  expect(people()).toEqual(['Brian']);
  await page.press('Export CSV');
  await expect.poll(() => page.saved.map(({ name }) => name)).toEqual(['transactions-2026-11-20.csv']);
  expect(page.asked(merchantTransactionsCsv)).toEqual([`${merchantTransactionsCsv.path}?search=otieno`]);

  await page.person.clear(screen.getByLabelText('Search'));
  await page.person.type(screen.getByLabelText('Search'), 'ab');
  expect(await screen.findByText('Please enter at least 3 characters')).toBeDefined();
  await page.person.clear(screen.getByLabelText('Search'));
  await expect.poll(people).toHaveLength(3);
  await page.person.selectOptions(screen.getByLabelText('Status'), 'Failed');
  expect(await screen.findByRole('heading', { name: 'No transactions found' })).toBeDefined();
  await page.press('Clear filters');
  await expect.poll(page.address).toBe(TRANSACTIONS);
  await page.press(/^Filter/u);
  await page.person.type(await screen.findByLabelText('Served by'), 'API');
  await expect.poll(page.address).toBe(`${TRANSACTIONS}?servedBy=API`);
  await page.press(/^Show/u);
  await page.press('Clear all');
  await expect.poll(page.address).toBe(TRANSACTIONS);
  await page.press(/^Period:/u);
  const period = within(await screen.findByRole('dialog', { name: 'Period' }));
  await page.person.type(period.getByLabelText('Until'), '31/01/2025');
  await page.person.click(period.getByRole('button', { name: /^Show/u }));
  await expect.poll(page.address).toBe(`${TRANSACTIONS}?to=2025-01-31`);
  await expect.poll(() => page.asked(merchantTransactions).at(-1)).toMatch(/[?&]to=2025-01-31/u);
});

test('S107 a click on a row opens the redemption, and reversing it on the same day makes it Failed', async () => {
  const pdf = file(redemptionReceiptPdf, 'receipt.pdf', '%PDF-');
  const page = await open(TRANSACTIONS, { as: owner, answers: [threeSales, pdf] });
  await page.press('Grace Wambui');
  const dialog = within(await screen.findByRole('dialog', { name: 'Grace Wambui' }));
  for (const fact of [shortReference(SALES[1]?.redemptionId ?? ''), 'Wanjiku Kamau', 'Redeem page'])
    expect(dialog.getByText(fact), fact).toBeDefined();
  await page.person.click(dialog.getByRole('button', { name: 'Receipt' }));
  await expect.poll(() => page.saved.map(({ name }) => name)).toEqual(['receipt.pdf']);
  await page.person.click(dialog.getByRole('button', { name: 'Reverse' }));
  expect(await screen.findByRole('dialog', { name: /^Reverse KES\s450 of Grace Wambui\?$/u })).toBeDefined();
  const reversed = SALES.map((sale) =>
    sale.user === 'Grace Wambui'
      ? { ...sale, status: 'Failed' as const, refundState: 'reversed' as const, reversedAt: sale.date }
      : sale,
  );
  page.answer(
    answer(reverseAtTill, { ...redemptionDone({ amount: 450 }), returnedTo: 'voucher' }),
    answerBy(merchantTransactions, ({ query }) => salesPage(reversed, query)),
  );
  await page.press('Reverse redemption');
  expect(await screen.findByText('Redemption reversed')).toBeDefined();
  expect(page.sent(reverseAtTill)).toEqual([{ redemptionId: SALES[1]?.redemptionId }]);
  const after = within(await screen.findByRole('dialog', { name: 'Grace Wambui' }));
  expect(await after.findAllByText('Reversed')).not.toEqual([]);
  expect(after.queryByRole('button', { name: 'Reverse' })).toBeNull();
  await page.person.click(after.getByRole('button', { name: 'Close' }));
  expect(rows()[1]).toContain('Reversed');
  for (const state of ['Failed', 'Reversed']) {
    await page.person.selectOptions(screen.getByLabelText('Status'), state);
    await expect.poll(people, { message: state }).toEqual(['Grace']);
    expect(foot()).toMatch(/^Showing 1 of 1 0 completed KES\s0 1 reversed KES\s450 Total KES\s450$/u);
  }
  await page.person.selectOptions(screen.getByLabelText('Status'), 'All states');
  await expect
    .poll(foot)
    .toMatch(/^Showing 3 of 3 2 completed KES\s420 1 reversed KES\s450 Total KES\s870$/u);
});

test('the transactions screen and an open hold are in Kiswahili', async () => {
  const page = await open(TRANSACTIONS, {
    as: owner,
    language: 'sw',
    widthPx: 360,
    answers: [answerBy(merchantTransactions, ({ query }) => salesPage([hold, ...SALES.slice(0, 2)], query))],
  });
  await expect.poll(foot).toMatch(/2 imekamilika KES\s570 1 inasubiri KES\s400/u);
  await expectSwahili(TYPED);
  await page.press('Brian Otieno');
  await expectSwahili(TYPED);
  await page.press('Chukua');
  const capture = within(await screen.findByRole('dialog', { name: /Brian Otieno/u }));
  await page.person.clear(capture.getByLabelText('Kiasi'));
  await page.person.type(capture.getByLabelText('Kiasi'), '401');
  await page.person.click(capture.getByRole('button', { name: 'Chukua' }));
  expect(await screen.findByText(/^KES\s400 tu zimeshikiliwa$/u)).toBeDefined();
  expect(page.sent(captureHoldAtPortal)).toEqual([]);
  await expectSwahili(TYPED);
  page.answer(
    answer(captureHoldAtPortal, {
      holdId: hold.redemptionId,
      status: 'CAPTURED',
      amount: 400,
      capturedAmount: 300,
      releasedAmount: 100,
    }),
  );
  await page.person.clear(capture.getByLabelText('Kiasi'));
  await page.person.type(capture.getByLabelText('Kiasi'), '300');
  await page.person.click(capture.getByRole('button', { name: 'Chukua' }));
  expect(await screen.findByText(/KES\s300 ni zako\. KES\s100 zimerudi kwa mteja\./u)).toBeDefined();
  expect(page.sent(captureHoldAtPortal)).toEqual([{ holdId: hold.redemptionId, amount: 300 }]);
  const after = within(screen.getByRole('dialog', { name: 'Brian Otieno' }));
  await page.person.click(after.getByRole('button', { name: 'Funga' }));
  await page.press(/^Kipindi/u);
  await expectSwahili(TYPED);
  await page.person.keyboard('{Escape}');
  await page.person.type(screen.getByRole('searchbox'), 'ab');
  expect(await screen.findByText('Tafadhali andika angalau herufi 3')).toBeDefined();
  await page.person.type(screen.getByRole('searchbox'), 'c');
  expect(await screen.findByText('Hakuna miamala iliyopatikana')).toBeDefined();
  await expectSwahili([...TYPED, 'abc']);
});
