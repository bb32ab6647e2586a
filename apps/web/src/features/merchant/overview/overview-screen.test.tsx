// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { sample } from '@zawadi/contract/example-values';
import { acknowledgeFraudAlert, fraudAlerts, type FraudAlert } from '@zawadi/contract/fraud';
import { merchantOverview } from '@zawadi/contract/merchant-reports';
import { expect, test } from 'vitest';
import { answer, answerBy } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { expectSwahili } from '../../../testing/swahili.ts';
import { placeOf, placesAnswer, westlands } from '../places/testing/place-answers.ts';
import { saleOf, TYPED } from '../testing/sales.ts';

const { open } = pages();

const OVERVIEW = '/merchant/dashboard';

type Overview = CallAnswer<typeof merchantOverview>;

const days = Array.from({ length: 14 }, (_, index) => ({
  day: `2026-11-${String(index + 7).padStart(2, '0')}`,
  count: index === 13 ? 1 : 0,
  amount: index === 13 ? 350 : 0,
}));

const alert: FraudAlert = {
  alertId: '5f0d4f6e-8c1a-5b7e-9d43-0a3f4c1b2d6e',
  rule: 'outside_opening_hours',
  severity: 'Low',
  description: 'KES 350 was redeemed outside your opening hours.',
  raisedAt: '2026-11-20T20:00:00.000Z',
};

function overviewOf(details: Partial<Overview> = {}) {
  return answer(merchantOverview, { ...emptyAnswer(merchantOverview), days, ...details });
}

test('a new shop sees zeros, its first steps, and a link to its first redemption', async () => {
  const firstSteps = {
    hasOwnPassword: true,
    hasPayoutChannel: false,
    hasKraPin: false,
    hasRedeemed: false,
    hasStaff: false,
  };
  const page = await open(OVERVIEW, { as: shopPerson(), answers: [overviewOf({ firstSteps })] });
  const numbers = within(await screen.findByRole('region', { name: 'Your numbers' }));
  expect(await numbers.findByText(/^0 redemptions · yesterday KES\s0$/u)).toBeDefined();
  for (const card of ['Total Vouchers', 'Total Redeemed Value', 'Pending Settlements', 'Today’s Activity'])
    expect(numbers.getByText(card)).toBeDefined();
  for (const text of ['No transactions yet', 'Nothing unusual', '1 of 5 done', 'Give your KRA PIN'])
    expect(screen.getByText(text)).toBeDefined();
  const [first = document.body] = screen.getAllByRole('link', { name: 'Redeem a voucher' });
  await page.person.click(first);
  await expect.poll(page.address).toBe('/merchant/dashboard/redeem');
});

test('the dashboard links to closed days that wait for a confirmation', async () => {
  const page = await open(OVERVIEW, { as: shopPerson(), answers: [overviewOf({ closesToConfirm: 2 })] });
  expect(await screen.findByText('2 day closes wait for your confirmation.', { exact: false })).toBeDefined();
  await page.person.click(screen.getByRole('link', { name: 'Check and confirm' }));
  await expect.poll(page.address).toBe('/merchant/dashboard/day-closes?state=waiting');
});

test('S97 the figures match the books, and an acknowledged alert names who acknowledged it', async () => {
  const sold = { count: 1, amount: 350 };
  const figures = {
    totalVouchers: 1,
    totalRedeemedValue: 350,
    pendingSettlements: 350,
    today: sold,
    recentTransactions: [saleOf({ amount: 350 })],
  };
  const page = await open(OVERVIEW, {
    as: shopPerson(),
    answers: [overviewOf({ ...figures, fraudAlerts: [alert], openFraudAlerts: 1 })],
  });
  const numbers = within(await screen.findByRole('region', { name: 'Your numbers' }));
  expect(await numbers.findByText('1 redemption · yesterday', { exact: false })).toBeDefined();
  const amounts = screen.getByRole('region', { name: 'Your numbers' }).textContent;
  expect(amounts.match(/KES\s*350/gu)).toHaveLength(3);
  expect(screen.getByText('Brian Otieno')).toBeDefined();
  const table = screen.getByRole('table', { name: 'Redeemed on each of the last fourteen days' });
  expect(within(table).getAllByRole('row')).toHaveLength(15);
  expect(within(table).getAllByRole('row').at(-1)?.textContent).toMatch(/20 Nov1KES\s350/u);

  expect(screen.getByText(alert.description)).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Fraud Alerts (1)' })).toBeDefined();
  expect(screen.getByText('Low')).toBeDefined();
  const acknowledged = { ...alert, acknowledged: { by: 'Wanjiku Kamau', at: '2026-11-20T20:05:00.000Z' } };
  page.answer(
    answer(acknowledgeFraudAlert, acknowledged),
    overviewOf(figures),
    answer(fraudAlerts, { alerts: [acknowledged], openCount: 0 }),
  );
  await page.press('Acknowledge');
  expect(await screen.findByText('Alert acknowledged')).toBeDefined();
  expect(await screen.findByText('Nothing unusual')).toBeDefined();
  expect(page.sent(acknowledgeFraudAlert)).toEqual([{ alertId: alert.alertId }]);
  await page.press('View All');
  const all = within(await screen.findByRole('dialog', { name: 'All fraud alerts' }));
  expect(await all.findByText('Acknowledged by Wanjiku Kamau', { exact: false })).toBeDefined();
});

test('the owner of several places sees where an alert happened, and filters all alerts by place', async () => {
  const there = { ...alert, place: 'Westlands' };
  const page = await open(OVERVIEW, {
    as: shopPerson(),
    answers: [
      overviewOf({ fraudAlerts: [there], openFraudAlerts: 1 }),
      placesAnswer(placeOf(), westlands),
      answerBy(fraudAlerts, ({ query }) => ({
        alerts: query.placeId === sample.id ? [] : [there],
        openCount: 1,
      })),
    ],
  });
  expect(await screen.findByText(/^Westlands ·$/u)).toBeDefined();
  await page.press('View All');
  const all = within(await screen.findByRole('dialog', { name: 'All fraud alerts' }));
  expect(await all.findByText(alert.description)).toBeDefined();
  await page.person.selectOptions(await all.findByLabelText('Place'), 'Main shop');
  expect(await all.findByText('There are no alerts about this place.')).toBeDefined();
  expect(page.asked(fraudAlerts).at(-1)).toContain(`placeId=${sample.id}`);
});

test('a manager of one place sees its alerts, without the name of the place and without a filter', async () => {
  const ownPlace = { placeId: westlands.placeId, name: westlands.name };
  const page = await open(OVERVIEW, {
    as: shopPerson('manager', { ownPlace }),
    answers: [
      overviewOf({ fraudAlerts: [{ ...alert, place: 'Westlands' }], openFraudAlerts: 1 }),
      placesAnswer(westlands),
      answer(fraudAlerts, { alerts: [alert], openCount: 1 }),
    ],
  });
  const row = (await screen.findByText(alert.description)).closest('li');
  expect(row?.textContent).not.toContain('Westlands');
  await page.press('View All');
  const all = within(await screen.findByRole('dialog', { name: 'All fraud alerts' }));
  expect(await all.findByText(alert.description)).toBeDefined();
  expect(all.queryByLabelText('Place')).toBeNull();
});

test('S98 the quick actions use the paths of the specification and open pages of the dashboard', async () => {
  for (const [name, short] of [
    ['Transactions', 'transactions'],
    ['Settlements', 'settlements'],
    ['API Access', 'api'],
    ['Reports', 'reports'],
  ] as const) {
    const page = await open(OVERVIEW, { as: shopPerson(), answers: [overviewOf()] });
    const quick = within(await screen.findByRole('navigation', { name: 'Quick actions' }));
    const action = quick.getByRole('link', { name });
    expect(action.getAttribute('href')).toBe(`/merchant/${short}`);
    await page.person.click(action);
    await expect.poll(page.address).toBe(`/merchant/dashboard/${short}`);
  }
});

test('a manager of one place sees its figures, without what the shop is owed', async () => {
  const ownPlace = { placeId: '0190b7a2-0000-7000-8000-000000000002', name: 'Westlands' };
  const page = await open(OVERVIEW, { as: shopPerson('manager', { ownPlace }), answers: [overviewOf()] });
  await screen.findByText('No transactions yet');
  expect(screen.getByText(/^Westlands · /u)).toBeDefined();
  for (const text of ['Pending Settlements', 'Settlements', 'API Access', 'Vouchers'])
    expect(screen.queryByText(text), text).toBeNull();
  const quick = within(screen.getByRole('navigation', { name: 'Quick actions' }));
  expect(quick.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Transactions',
    'Reports',
  ]);
  await page.go('/merchant/dashboard/settlements');
  await expect.poll(page.address).toBe(OVERVIEW);
});

test('a manager sees the overview without the owner’s first steps', async () => {
  await open(OVERVIEW, { as: shopPerson('manager'), answers: [overviewOf()] });
  expect(await screen.findByText('Recent Transactions')).toBeDefined();
  await screen.findByText('No transactions yet');
  expect(screen.queryByText('First steps')).toBeNull();
});

test("the dashboard shows the value of the shop's own vouchers, and links to them", async () => {
  const page = await open(OVERVIEW, { as: shopPerson(), answers: [overviewOf({ inOwnVouchers: 302 })] });
  await page.person.click(
    await screen.findByRole('link', { name: /KES\s302 is in vouchers that you made/u }),
  );
  await expect.poll(page.address).toBe('/merchant/dashboard/vouchers');
});

test('the overview is in Kiswahili, and the device remembers the language', async () => {
  const kept = { by: 'Wanjiku Kamau', at: '2026-11-20T20:05:00.000Z' };
  const inSwahili = { ...alert, description: 'Matumizi nje ya saa zako za kazi.' };
  const page = await open(OVERVIEW, {
    as: shopPerson(),
    language: 'sw',
    widthPx: 360,
    answers: [
      overviewOf({ fraudAlerts: [inSwahili], openFraudAlerts: 1, recentTransactions: [saleOf()] }),
      answer(fraudAlerts, { alerts: [{ ...inSwahili, acknowledged: kept }], openCount: 0 }),
    ],
  });
  expect(await screen.findByText(inSwahili.description)).toBeDefined();
  expect(page.asked(merchantOverview)).toEqual([`${merchantOverview.path}?language=sw`]);
  expect(screen.getByText('Hatua za kwanza')).toBeDefined();
  await expectSwahili(TYPED);
  await page.press('Fungua menyu');
  await expectSwahili(TYPED);
  await page.press('Nimeiona');
  expect(await screen.findByText('Tahadhari imeonwa')).toBeDefined();
  await page.press('Ona Zote');
  expect(await screen.findByText('Ilionwa na Wanjiku Kamau', { exact: false })).toBeDefined();
  await expectSwahili(TYPED);
});
