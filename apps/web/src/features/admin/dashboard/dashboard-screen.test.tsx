// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { acknowledgeAlert, listAlerts, type AdministratorAlert } from '@zawadi/contract/alerts';
import { sample } from '@zawadi/contract/example-values';
import { adminDashboard } from '@zawadi/contract/reports-dashboard';
import { systemHealth, type SystemHealth } from '@zawadi/contract/system-health';
import { readWorkList, type Work } from '@zawadi/contract/work-list';
import { expect, test } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { pages, whole } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const A_MOMENT = '2026-11-20T09:00:00.000Z';
const FIGURES = { transactions: 214, volume: 380_000, depositVolume: 250_000, withdrawalVolume: 90_000 };

const empty = emptyAnswer(adminDashboard);
const figures = answer(adminDashboard, {
  ...empty,
  totals: { transactions: 9_120, volume: 12_345_000, merchants: 37, feesEarned: 410_200 },
  today: FIGURES,
  sameTimeYesterday: { ...FIGURES, transactions: 200 },
  days: ['2026-11-19', '2026-11-20'].map((day) => ({ day, volume: 1, fees: 1, voucherLiability: 1 })),
  recentTransactions: [
    {
      transactionId: sample.id,
      type: 'Deposit',
      date: A_MOMENT,
      person: 'Amina Wanjiru',
      amount: 22_000,
      fee: 1_100,
      netValue: 20_900,
      status: 'Success',
    },
  ],
  merchantPerformance: [
    {
      merchantCode: 'DUKA001',
      businessName: 'Duka la Ripoti',
      primaryColor: '#0e7a4b',
      redemptions: 3,
      amount: 22_000,
    },
  ],
});

/** Returns the label and value pairs of a description list. */
function factsOf(list: Element | null): string[][] {
  return [...(list?.querySelectorAll('dt') ?? [])].map((label) => [
    label.textContent,
    label.nextElementSibling?.textContent.replaceAll(/\s/gu, ' ') ?? '',
  ]);
}

test('S262 the dashboard shows a new gift and a redemption at once, and links to the details of its figures', async () => {
  const page = await open('/admin', { as: administrator('read-only'), answers: [figures] });
  expect(await screen.findByRole('heading', { name: 'Today’s Performance' })).toBeDefined();
  const today = within(screen.getByRole('region', { name: 'Today’s Performance' }));
  const cards = ['Transactions', 'Volume', 'Deposit Volume', 'Withdrawal Volume'].map(
    (label) => today.getByText(label).parentElement?.textContent.replaceAll(/\s/gu, '') ?? '',
  );
  for (const [index, figure] of ['214', '380,000', '250,000', '90,000'].entries())
    expect(cards[index]).toContain(figure);
  expect(today.getByText(whole(/^14 more than Thu by \d\d:\d\d$/u))).toBeDefined();
  expect(factsOf(screen.getByRole('region', { name: 'All time' }))).toEqual([
    ['Total Transactions', '9,120'],
    ['Total Volume', 'KES12,345,000'],
    ['Merchants', '37'],
    ['Fees Earned', 'KES 410,200'],
  ]);
  const fees = within(screen.getByRole('table', { name: 'Fees earned, in KES' }));
  expect(fees.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Deposits',
    'Withdrawals',
    'Settlements',
    'Total',
  ]);
  for (const [link, address] of [
    ['Fees report', '/admin/reports/fees'],
    ['All merchants', '/admin/merchants'],
    ['All transactions', '/admin/transactions'],
    ['Amina Wanjiru', `/admin/transactions/Deposit/${sample.id}`],
    ['Duka la Ripoti', '/admin/merchants/DUKA001'],
  ] as const) {
    await page.person.click(await screen.findByRole('link', { name: link }));
    await expect.poll(page.address).toBe(address);
    await page.go('/admin');
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  }
});

const health: SystemHealth = {
  ...emptyAnswer(systemHealth),
  state: 'good',
  provider: { state: 'good', name: 'sandbox', unansweredQueries: 0, lastAcknowledgedAt: A_MOMENT },
  callbacks: {
    state: 'good',
    lastReceivedAt: A_MOMENT,
    lastHour: 12,
    waiting: 0,
    payBill: [],
    areAddressesRefused: false,
  },
};
const PARTS = [
  'Checks',
  'M-PESA',
  'Callbacks',
  'Unknown payments',
  'Float against the ledger',
  'Pay-outs',
  'Stops',
  'Ledger',
  'Messages to be sent',
  'Webhooks',
  'Jobs',
];

test('S264 the dashboard shows whether M-PESA, callbacks, queues, float and jobs work', async () => {
  const page = await open('/admin', {
    as: administrator('read-only'),
    answers: [figures, answer(systemHealth, health)],
  });
  await screen.findByRole('heading', { name: 'System Health' });
  await page.person.click(screen.getByRole('link', { name: 'All systems working' }));
  const sheet = document.querySelector<HTMLDetailsElement>('#health');
  expect(sheet?.open).toBe(true);
  const lines = [...(sheet?.querySelectorAll('.health > li') ?? [])];
  expect(lines.map((line) => line.querySelector('b')?.textContent)).toEqual(PARTS);
  const said = (part: string) => lines.find((line) => line.textContent.startsWith(part))?.textContent;
  expect(said('M-PESA')).toMatch(/Sandbox\. Last answered .*20 Nov/u);
  expect(said('Callbacks')).toMatch(/12 arrived in the last hour/u);
  await page.person.click(screen.getByRole('link', { name: 'All balances' }));
  await expect.poll(page.address).toBe('/admin/reconciliation/balances');
  expect(await screen.findByRole('heading', { level: 1, name: 'Balances at M-PESA' })).toBeDefined();
});

test('shows which checks fail, since when and what to do; all that pass are only counted', async () => {
  const passed = { name: 'sms', label: 'SMS gateway', state: 'good', text: 'accepts the key' } as const;
  const failed = {
    name: 'dmarc',
    label: 'DMARC',
    state: 'bad',
    text: 'zawadi.co.ke has no DMARC record',
    nextStep: 'Publish a TXT record.',
    failingSince: A_MOMENT,
  } as const;
  const checks: SystemHealth['checks'] = { state: 'bad', checkedAt: A_MOMENT, checks: [failed, passed] };
  await open('/admin/settings/health', {
    as: administrator('read-only'),
    answers: [answer(systemHealth, { ...health, state: 'bad', checks })],
  });
  const fault = /^Checks.*DMARC: zawadi\.co\.ke has no DMARC record\. Publish a TXT record\. Since .*20 Nov/u;
  const line = (await screen.findByText('Checks')).closest('li');
  expect(line?.textContent).toMatch(fault);
  expect(line?.textContent).not.toContain('SMS gateway');
  cleanup();
  await open('/admin/settings/health', {
    as: administrator('read-only'),
    answers: [
      answer(systemHealth, { ...health, checks: { state: 'good', checkedAt: A_MOMENT, checks: [passed] } }),
    ],
  });
  expect((await screen.findByText('Checks')).closest('li')?.textContent).toMatch(
    /1 check passed, the latest .*20 Nov/u,
  );
});

test('the settings show the health of M-PESA', async () => {
  const page = await open('/admin/settings', {
    as: administrator('read-only'),
    answers: [answer(systemHealth, health)],
  });
  await page.person.click(await screen.findByRole('link', { name: 'Health' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Health' })).toBeDefined();
  expect(await screen.findByText(/^Sandbox\. Last answered/u)).toBeDefined();
});

const alert: AdministratorAlert = {
  alertId: sample.id,
  kind: 'addresses_refused',
  title: 'M-PESA refuses our callback addresses',
  advice: 'Payments by hand at the pay bill are not reported.',
  path: '/admin/settings/health',
  firstAt: A_MOMENT,
  lastAt: A_MOMENT,
};
const alerts = (...list: AdministratorAlert[]) => answer(listAlerts, { alerts: list, ended: [] });

test('shows an alert at the top of the dashboard until an administrator acknowledges it', async () => {
  const page = await open('/admin', { as: administrator('support'), answers: [figures, alerts(alert)] });
  expect(await screen.findByText(whole(`${alert.title}.`))).toBeDefined();
  expect(screen.getAllByRole('heading', { level: 2 })[0]?.textContent).toBe('1 alert');
  const row = screen.getByText(whole(alert.advice)).closest('li');
  expect(row?.textContent).toContain('Since');
  expect(row?.querySelector('a')?.getAttribute('href')).toBe(alert.path);
  page.answerThen(answer(acknowledgeAlert, {}), alerts({ ...alert, acknowledgedBy: 'Wanjiku Otieno' }));
  await page.press('Acknowledge');
  expect(await screen.findByText(/acknowledged by Wanjiku Otieno$/u)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull();
  expect(page.sent(acknowledgeAlert)).toEqual([{ alertId: sample.id }]);
});

const approvals: Work = {
  kind: 'approvals',
  count: 2,
  oldestAt: A_MOMENT,
  first: 'Refund KES 17,000',
  amount: 25_000,
  nextStep: 'Approve or reject each.',
  path: '/admin/transactions/approvals?status=Open',
  isLate: true,
};

test('shows waiting work only to roles that may decide it', async () => {
  const waiting = answer(readWorkList, { work: [approvals], total: 2 });
  const page = await open('/admin', { as: administrator('finance'), answers: [figures, waiting] });
  const row = (await screen.findByRole('heading', { name: 'Approvals' })).closest('li');
  expect(row?.querySelector('.n')?.textContent).toBe('2');
  expect(row?.querySelector('time')?.textContent).toMatch(/^Late: \d+\s(?:min|h|days)$/u);
  expect(row?.querySelector('.first')?.textContent).toMatch(
    /^The oldest: Refund KES\s17,000\. KES\s25,000 together\. Approve or reject each\.$/u,
  );
  screen.getByRole('link', { name: /^Decide/u }).focus();
  await page.person.keyboard('{Enter}');
  await expect.poll(page.address).toBe('/admin/transactions/approvals?status=Open');

  // The server counts only the work that a role may handle, so a read-only administrator has none.
  for (const [role, isThere] of [
    ['support', true],
    ['read-only', false],
  ] as const) {
    await open('/admin', { as: administrator(role), answers: [figures] });
    await screen.findByRole('heading', { name: 'Today’s Performance' });
    await waitFor(() =>
      expect(screen.queryAllByRole('heading', { name: 'To do' })).toHaveLength(isThere ? 1 : 0),
    );
    expect(screen.queryByRole('heading', { name: /^Approvals?$/u })).toBeNull();
  }
});
