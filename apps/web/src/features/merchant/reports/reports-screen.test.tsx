// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { merchantReport, merchantReportCsv } from '@zawadi/contract/merchant-reports';
import { expect, test } from 'vitest';
import { answer, answerBy, file } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { expectSwahili } from '../../../testing/swahili.ts';
import { TYPED } from '../testing/sales.ts';

const { open } = pages();

const REPORTS = '/merchant/dashboard/reports';

const sold = { redemptions: 3, redeemed: 870, reversals: 0, reversed: 0, sales: 870 };
const nothing = { redemptions: 0, redeemed: 0, reversals: 0, reversed: 0, sales: 0 };
const hours = Array.from({ length: 24 }, (_, hour) => ({ ...(hour === 12 ? sold : nothing), hour }));

const threeSales: CallAnswer<typeof merchantReport> = {
  from: '2026-11-01',
  to: '2026-11-20',
  total: { ...sold, fees: 8 },
  byDay: [
    { ...nothing, day: '2026-11-19' },
    { ...sold, day: '2026-11-20' },
  ],
  byHour: hours,
  byStaff: [{ ...sold, servedBy: 'Wanjiku Kamau' }],
  byPlace: [{ ...sold, place: 'Main shop' }],
};
const noSales = { ...threeSales, total: { ...nothing, fees: 0 }, byDay: [], byStaff: [], byPlace: [] };

const rows = () => document.querySelectorAll('main .table:not([aria-hidden]) > tbody > tr');

test('S112 reports add up a period by day, by hour and by staff, and export each table as CSV', async () => {
  const page = await open(REPORTS, { as: shopPerson(), answers: [answer(merchantReport, noSales)] });
  expect(await screen.findByRole('heading', { name: 'Nothing was redeemed in this period' })).toBeDefined();
  page.answer(
    answer(merchantReport, threeSales),
    file(merchantReportCsv, 'sales-by-day-2026-11-20.csv', '870'),
  );
  await page.reload();
  expect(await screen.findByRole('table', { name: /^Sales by day/u })).toBeDefined();
  expect(document.querySelector('.stats > div')?.textContent).toMatch(/Sales.*KES.*870/u);
  expect(rows()[0]?.textContent).toMatch(/3.*KES\s870/u);
  for (const [by, label] of [
    ['hour', 'By hour'],
    ['staff', 'By staff'],
    ['day', 'By day'],
  ] as const) {
    await page.press(label);
    expect(await screen.findByRole('heading', { name: new RegExp(`^Sales by ${by}`, 'u') })).toBeDefined();
    expect(rows()).toHaveLength(1);
    await page.press('Export CSV');
    await expect.poll(() => page.asked(merchantReportCsv).at(-1)).toContain(`by=${by}`);
  }
  expect(page.saved.map(({ name }) => name)).toContain('sales-by-day-2026-11-20.csv');
});

test("keeps a report's period in the URL, and refuses a period of more than a year at its field", async () => {
  const page = await open(REPORTS, {
    as: shopPerson(),
    answers: [answerBy(merchantReport, ({ query }) => ({ ...noSales, ...query }))],
  });
  await page.press('Last month');
  expect(await screen.findByRole('heading', { name: 'Nothing was redeemed in this period' })).toBeDefined();
  const asked = page.asked(merchantReport).length;
  await page.person.clear(screen.getByLabelText('From'));
  await page.person.type(screen.getByLabelText('From'), '01/01/2020');
  expect(await screen.findByText('Please choose a period of at most one year.')).toBeDefined();
  expect(page.asked(merchantReport)).toHaveLength(asked);
  await page.press('Today');
  await expect.poll(page.address).toMatch(/from=(\d{4}-\d{2}-\d{2})&to=\1/u);
  await page.reload();
  const today = await screen.findByRole('button', { name: 'Today' });
  expect(today.getAttribute('aria-pressed')).toBe('true');
});

test('the reports screen is in Swahili', async () => {
  const page = await open(REPORTS, {
    as: shopPerson(),
    language: 'sw',
    widthPx: 360,
    answers: [answer(merchantReport, noSales)],
  });
  await screen.findByRole('heading', { name: 'Hakuna vocha iliyotumika katika kipindi hiki' });
  await expectSwahili(TYPED);
  page.answer(answer(merchantReport, threeSales));
  await page.reload();
  for (const by of ['Kwa siku', 'Kwa saa', 'Kwa mfanyakazi']) {
    await page.press(by);
    expect(await screen.findByRole('table', { name: /^Mauzo/u })).toBeDefined();
    await expectSwahili(TYPED);
  }
  await page.person.clear(screen.getByLabelText('Kuanzia'));
  await page.person.type(screen.getByLabelText('Kuanzia'), '01/01/2020');
  expect(await screen.findByText('Tafadhali chagua kipindi kisichozidi mwaka mmoja.')).toBeDefined();
  await expectSwahili(TYPED);
});
