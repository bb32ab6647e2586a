// @vitest-environment happy-dom
import type { SystemHealth } from '@zawadi/contract/system-health';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { drawAt } from '../../lists/testing/draw-at.tsx';
import { FloatForecastText } from './float-forecast-text.tsx';
import { SystemHealthSheet } from './system-health.tsx';
import type { useHealth } from './use-health.ts';

const GOOD: SystemHealth = {
  state: 'good',
  provider: { state: 'good', name: 'sandbox', unansweredQueries: 0 },
  callbacks: { state: 'good', lastHour: 0, waiting: 0, payBill: [], areAddressesRefused: false },
  queue: { state: 'good', topics: [] },
  unknownPayments: { state: 'good', purchases: 0, withdrawals: 0, settlements: 0, refunds: 0 },
  float: { state: 'good', accounts: [], uncharged: { payouts: 0, most: 0 } },
  proofs: [],
  payOuts: { state: 'good', paused: [] },
  stops: { state: 'good', stops: [] },
  ledger: { state: 'good' },
  jobs: { state: 'good', jobs: [] },
  webhooks: { state: 'good', failing: 0, switchedOff: 0, waiting: 0, merchants: [] },
  checks: { state: 'good', checks: [] },
};
const LATE: SystemHealth = { ...GOOD, state: 'attention' };

/** Renders the sheet, and returns a function that changes the system's health. */
async function drawSheet(first: SystemHealth) {
  let change: (next: SystemHealth) => void = () => undefined;
  const { findByText, container } = drawAt('/', () => {
    const [data, setData] = useState(first);
    change = setData;
    return <SystemHealthSheet health={{ data, isError: false } as unknown as ReturnType<typeof useHealth>} />;
  });
  await findByText('System Health');
  const details = container.querySelector('details');
  if (!details) throw new Error('no sheet on the page');
  const turn = async (next: SystemHealth) => {
    const word = container.querySelector('summary .status, summary .badge')?.textContent;
    change(next);
    await expect
      .poll(() => container.querySelector('summary .status, summary .badge')?.textContent)
      .not.toBe(word);
  };
  return { details, turn };
}

test('opens the sheet when a problem appears, and leaves it open when the problem ends', async () => {
  const { details, turn } = await drawSheet(LATE);
  expect(details.open).toBe(true);
  await turn(GOOD);
  expect(details.open).toBe(true);
});

test('shows one line while all is well, until an administrator opens the sheet or a problem appears', async () => {
  const { details, turn } = await drawSheet(GOOD);
  expect(details.open).toBe(false);
  await turn(LATE);
  expect(details.open).toBe(true);
});

test('a sheet that the administrator closed stays closed until its state changes', async () => {
  const { details, turn } = await drawSheet(LATE);
  details.open = false;
  details.dispatchEvent(new Event('toggle'));
  await turn({ ...LATE, state: 'bad' });
  expect(details.open).toBe(false);
  await turn(GOOD);
  await turn(LATE);
  expect(details.open).toBe(true);
});

test('opens the sheet if the administrator clicked its link before the sheet had loaded', async () => {
  location.hash = '#health';
  const { details } = await drawSheet(GOOD);
  location.hash = '';
  expect(details.open).toBe(true);
});

test('the float says how long it lasts, what is due and what to put in', async () => {
  const forecast = {
    knownAt: '2026-11-30T09:00:00.000Z',
    left: 12_000,
    lastsUntil: '2026-12-01T08:00:00.000Z',
    due: { settlements: 20_000, underWay: 1_000, withdrawals: 4_000, total: 25_000 },
    lowBelow: 0,
    missing: 13_000,
  };
  const { findByText } = drawAt('/', () => (
    <p>
      <FloatForecastText forecast={forecast} />
    </p>
  ));
  const text = await findByText(/At this pace until Tuesday 11:00\./u);
  expect(text.textContent).toMatch(/Due until tomorrow night: KES\s25,000/u);
  expect(text.textContent).toMatch(/Put KES\s13,000 into the utility account/u);
});

const AT = '2026-11-30T09:00:00.000Z';
const DOWN: SystemHealth = {
  ...GOOD,
  state: 'bad',
  provider: { ...GOOD.provider, state: 'bad', lastUnansweredAt: AT },
  callbacks: { ...GOOD.callbacks, state: 'bad', lastReceivedAt: AT, waiting: 1, oldestWaitingAt: AT },
  queue: { state: 'bad', topics: [{ topic: 'sms', waiting: 3, dead: 1 }] },
  unknownPayments: { ...GOOD.unknownPayments, state: 'bad', purchases: 1 },
  float: { ...GOOD.float, state: 'bad' },
  payOuts: {
    state: 'bad',
    paused: [
      { what: 'withdrawals', cause: 'float', until: AT },
      { what: 'settlements', cause: 'access', until: AT },
    ],
  },
  stops: { state: 'bad', stops: [{ name: 'buying', since: AT, reason: 'A leak' }] },
  ledger: { state: 'bad' },
  jobs: { state: 'bad', jobs: [{ name: 'expire-vouchers', state: 'bad' }] },
  webhooks: {
    state: 'attention',
    failing: 1,
    switchedOff: 0,
    waiting: 2,
    merchants: [{ merchantCode: 'DUKA001', businessName: 'Mama Njeri Groceries' }],
  },
  checks: {
    state: 'bad',
    checkedAt: AT,
    checks: [
      { name: 'clock', label: 'Clock', state: 'bad', text: 'It is wrong', nextStep: 'Synchronise it.' },
    ],
  },
};

test('each line with a fault leads to its page, or says what to do', async () => {
  const { details } = await drawSheet(DOWN);
  const lines = [...details.querySelectorAll('.health > li')].map((line) => [
    line.querySelector('b')?.textContent,
    [...line.querySelectorAll('a')].map((link) => link.getAttribute('href')).join(' '),
    /Synchronise it\.|log of the worker|Its log/u.test(line.textContent),
  ]);
  expect(lines).toEqual([
    ['Checks', '', true],
    ['M-PESA', '/admin/transactions?isUnconfirmed=true', false],
    ['Callbacks', '/admin/reconciliation', true],
    ['Unknown payments', '/admin/transactions?isUnconfirmed=true', false],
    ['Float against the ledger', '/admin/reconciliation/balances', false],
    ['Pay-outs', '/admin/transactions?type=Withdrawal&status=Pending /admin/settlements', false],
    ['Stops', '/admin/settings/stops', false],
    ['Ledger', '/admin/reports/trial-balance', false],
    ['Messages to be sent', '', true],
    ['Webhooks', '/admin/merchants/DUKA001', false],
    ['Jobs', '', true],
  ]);
});
