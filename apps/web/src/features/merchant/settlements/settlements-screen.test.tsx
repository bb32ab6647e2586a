// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import {
  listSettlements,
  settlementDetail,
  settlementPdf,
  settlementsCsv,
  settlementsPdf,
  settlementSummary,
  settlementTransactions,
  type Settlement,
} from '@zawadi/contract/settlements';
import { expect, test } from 'vitest';
import { answer, answerBy, file, refusal } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { expectSwahili } from '../../../testing/swahili.ts';
import { settingsAnswer } from '../settings/testing/settings-answers.ts';
import { TYPED } from '../testing/sales.ts';

const { open } = pages();

const SETTLEMENTS = '/merchant/dashboard/settlements';
const BATCH = 'ST-20261120-7KQ2M';
const AT = '2026-11-20T14:00:00.000Z';

const paid: Settlement = {
  batchId: BATCH,
  amount: 870,
  processingFee: 8,
  netAmount: 862,
  status: 'Completed',
  date: AT,
  cutOffAt: AT,
  completedAt: AT,
  payoutChannel: 'M-Pesa',
  destination: 'M-PESA 2547****678',
  transactionCount: 3,
  reference: 'UKP1A2B3C4',
};
const { completedAt: _, reference: __, ...unpaid } = paid;
const failed: Settlement = {
  ...unpaid,
  status: 'Pending',
  failureReason: 'This number is not registered with M-PESA.',
};

const summary = {
  totalSettled: 870,
  pendingSettlements: 0,
  notYetBatched: 0,
  averageSettlement: '0.6 days',
  nextSettlementAt: '2026-11-21T14:00:00.000Z',
  hasPayoutChannel: true,
};
const list = answerBy(listSettlements, ({ query }) =>
  query.status === 'Canceled'
    ? { settlements: [], totals: { count: 0, amount: 0, fees: 0 } }
    : { settlements: [paid], totals: { count: 1, amount: 870, fees: 8 } },
);
const steps = [
  { at: AT, text: 'Batch made', isSetback: false },
  { at: AT, text: 'Pay-out to M-PESA 2547****678 started', isSetback: false },
];
const attempt = {
  attemptId: '5f0d4f6e-8c1a-5b7e-9d43-0a3f4c1b2d6e',
  startedAt: AT,
  destination: 'M-PESA 2547****678',
};
const detail = answer(settlementDetail, {
  settlement: paid,
  attempts: [{ ...attempt, status: 'Paid', outcome: 'Paid' }],
  steps: [...steps, { at: AT, text: 'Paid, reference UKP1A2B3C4', isSetback: false }],
});
const inside = answer(settlementTransactions, {
  transactions: [300, 450, 120].map((amount, index) => ({
    transactionId: `5f0d4f6e-8c1a-5b7e-9d43-0a3f4c1b2d6${index}`,
    kind: 'redemption' as const,
    description: 'Redemption',
    codeLastFour: 'B3NE',
    date: AT,
    amount,
  })),
});

test('warns a shop without a pay-out channel, and tells the owner where to set one', async () => {
  const waiting = answer(settlementSummary, { ...summary, notYetBatched: 870, hasPayoutChannel: false });
  await open(SETTLEMENTS, { as: shopPerson(), answers: [waiting] });
  expect(await screen.findByText('We do not know where to pay you.')).toBeDefined();
  const link = screen.getByRole('link', { name: 'Set a pay-out channel' });
  expect(link.getAttribute('href')).toBe('/merchant/dashboard/settings');
  await open(SETTLEMENTS, { as: shopPerson('manager'), answers: [waiting] });
  expect(
    await screen.findByText('Please ask the owner to set a pay-out channel.', { exact: false }),
  ).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Set a pay-out channel' })).toBeNull();
});

test('does not ask for a pay-out channel again while Zawadi checks the first one', async () => {
  const waiting = answer(settlementSummary, { ...summary, notYetBatched: 870, hasPayoutChannel: false });
  const nextPayoutChannel = {
    channel: { kind: 'mpesa', msisdn: '254712000001' },
    shownAs: 'M-Pesa',
    effectiveAt: null,
  } as const;
  const page = { as: shopPerson(), answers: [waiting, settingsAnswer({ nextPayoutChannel })] };
  await open(SETTLEMENTS, page);
  expect((await screen.findByText(/waits until Zawadi/u)).textContent).toBe(
    'M-PESA 0712 000 001 waits until Zawadi has checked it',
  );
  expect(screen.getByText('waits for you and is safe', { exact: false })).toBeDefined();
  expect(screen.queryByText('We do not know where to pay you.')).toBeNull();
  await open(SETTLEMENTS, { ...page, language: 'sw' });
  expect(await screen.findByText(/inasubiri hadi Zawadi iihakiki/u)).toBeDefined();
});

test('explains held pay-outs to a shop, and promises no day', async () => {
  await open(SETTLEMENTS, {
    as: shopPerson(),
    answers: [answer(settlementSummary, summary), settingsAnswer({ areSettlementsHeld: true })],
  });
  expect(await screen.findByText(/^We pay nothing out until we have checked/u)).toBeDefined();
  expect(await screen.findByText('Not planned')).toBeDefined();
});

test("the settlements table has the specification's columns, figures and files, and a filter by status", async () => {
  const page = await open(SETTLEMENTS, {
    as: shopPerson(),
    answers: [
      answer(settlementSummary, summary),
      list,
      file(settlementsCsv, 'settlements-2026-11-20.csv', '870'),
      file(settlementsPdf, 'settlements-2026-11-20.pdf', '%PDF-'),
    ],
  });
  await screen.findByText('Showing 1 of 1');
  const columns = document.querySelectorAll('main .table:not([aria-hidden]) > thead th');
  expect([...columns].map((column) => column.textContent)).toEqual([
    'Batch ID',
    'Amount',
    'Status',
    'Date',
    'Payout channel',
    'Transactions',
    'Processing fee',
  ]);
  expect(document.body.textContent).toMatch(/Total fees KES\s8(?!\d)/u);
  const cards = [...document.querySelectorAll('.stats > div')].map((card) => card.textContent);
  expect(cards).toEqual([
    expect.stringMatching(/Total Settled.*KES.*870/u),
    expect.stringMatching(/Pending Settlements.*KES.*0/u),
    expect.stringMatching(/Average Settlement.*0\.6 days/u),
  ]);
  await page.press('Export CSV');
  await page.press('Export PDF');
  await expect
    .poll(() => page.saved.map(({ name }) => name))
    .toEqual(['settlements-2026-11-20.csv', 'settlements-2026-11-20.pdf']);
  await page.person.selectOptions(screen.getByLabelText('Status'), 'Canceled');
  expect(await screen.findByRole('heading', { name: 'No settlements found' })).toBeDefined();
});

test('a settlement batch shows the amount, history and redemptions, and can be saved as PDF', async () => {
  const page = await open(`${SETTLEMENTS}/${BATCH}`, {
    as: shopPerson(),
    answers: [detail, inside, file(settlementPdf, `settlement-${BATCH}.pdf`, '%PDF-')],
  });
  await screen.findByText('You get');
  expect(screen.getByRole('heading', { name: BATCH })).toBeDefined();
  expect(document.querySelector('.sum .total')?.textContent).toMatch(/You get\s*KES\s862/u);
  const thread = [...document.querySelectorAll('.thread > li')].map(({ textContent }) => textContent);
  expect(thread).toEqual([
    expect.stringMatching(/Batch made/u),
    expect.stringMatching(/Pay-out to M-PESA.*started/u),
    expect.stringMatching(/Paid/u),
  ]);
  const transactions = await screen.findByRole('table', { name: /^Transactions in this batch/u });
  expect(within(transactions).getAllByRole('row')).toHaveLength(4);
  await page.press('PDF statement');
  await expect.poll(() => page.saved.map(({ name }) => name)).toEqual([`settlement-${BATCH}.pdf`]);
});

test('shows which debit a batch took after its cut-off', async () => {
  const cutOffAt = '2026-11-30T21:00:00.000Z';
  const taken = (date: string, amount: number) => ({
    transactionId: `5f0d4f6e-8c1a-5b7e-9d43-0a3f4c1b2${-amount}`,
    kind: 'voucher_created' as const,
    description: 'Voucher created',
    date,
    amount,
  });
  const debits = [taken('2026-11-30T20:59:59.999Z', -100), taken('2026-11-30T21:00:04.000Z', -300)];
  await open(`${SETTLEMENTS}/${BATCH}`, {
    as: shopPerson(),
    answers: [
      answer(settlementDetail, { settlement: { ...paid, cutOffAt }, attempts: [], steps }),
      answer(settlementTransactions, { transactions: debits }),
    ],
  });
  const later = await screen.findByText('After the cut-off: later sales did not cover it');
  expect(later.closest('tr')?.textContent).toMatch(/300/u);
  expect(screen.getAllByText('Voucher created')).toHaveLength(2);
});

test('S110 a failed pay-out shows the reason, and says that the money is safe', async () => {
  const notPaid = answer(settlementDetail, {
    settlement: failed,
    attempts: [{ ...attempt, status: 'Failed', outcome: `Not paid: ${failed.failureReason}` }],
    steps: [...steps, { at: AT, text: `Not paid: ${failed.failureReason}`, isSetback: true }],
  });
  await open(`${SETTLEMENTS}/${BATCH}`, { as: shopPerson(), answers: [notPaid] });
  expect(
    await screen.findByText('The money is safe: it stays in this batch and we try again.'),
  ).toBeDefined();
  expect(document.querySelector('.thread > li.bad')?.textContent).toContain(
    'Not paid: This number is not registered with M-PESA.',
  );
  const attempts = within(screen.getByRole('table', { name: /^Pay-out attempts/u })).getAllByRole('row');
  expect(attempts[1]?.textContent).toContain('Failed');
});

test('the settlements screen is in Swahili', async () => {
  const waiting = answer(settlementSummary, { ...summary, hasPayoutChannel: false });
  const as = shopPerson();
  await open(SETTLEMENTS, { as, language: 'sw', widthPx: 360, answers: [waiting] });
  expect(await screen.findByText('Hatujui pa kukulipa.')).toBeDefined();
  await expectSwahili(TYPED);
  const page = await open(SETTLEMENTS, {
    as,
    widthPx: 360,
    answers: [answer(settlementSummary, summary), list, detail, inside],
  });
  await page.person.click(await screen.findByRole('link', { name: /^ST-/u }));
  expect(await screen.findByRole('heading', { name: 'Yaliyotokea' })).toBeDefined();
  expect(screen.getByText('Fungu limetengenezwa')).toBeDefined();
  await expectSwahili(TYPED);
  await open(`${SETTLEMENTS}/${BATCH}`, { as, answers: [refusal(settlementDetail, 'not_found')] });
  await screen.findByRole('heading', { level: 1 });
  await expectSwahili(TYPED);
});
