// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { dashboardStats, history, type Activity } from '@zawadi/contract/wallets';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { answer, held, refusal } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { giftBought, statsOf } from '../../../testing/money.ts';
import { pages } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';
import { DashboardScreen } from './dashboard-screen.tsx';

const { open } = pages();

const SIX = Array.from({ length: 6 }, (_, index): Activity => {
  const entityId = giftBought().entityId.replace(/^./u, String(index));
  return giftBought({
    entityId,
    transactionType: 'CLAIM',
    counterparty: `Sender ${index}`,
    amount: 380,
    wallet: 'credit',
  });
});
const latest = (name: string) => {
  const heading = screen.getByRole('heading', { name });
  return within(heading.closest('section') ?? heading).getAllByRole('listitem');
};

test('S56 the dashboard shows "No user data available" if there is no user', () => {
  expect(renderToStaticMarkup(<DashboardScreen />)).toContain('No user data available');
});

test('S40 menu and quick actions open the named pages, and the dashboard shows five of six transactions', async () => {
  const answers = [statsOf(380, SIX), answer(history, { activities: SIX })];
  const page = await open('/dashboard', { as: consumer(), answers });
  await screen.findByRole('heading', { name: 'Welcome back, Amina' });
  const sidebar = within(screen.getByRole('complementary', { name: 'Sidebar' }));
  expect(sidebar.getByRole('link', { name: /Profile of Amina Hassan/u }).textContent).toContain(
    'amina.hassan@example.test',
  );
  for (const [name, path] of [
    ['Buy Gift Cards', '/dashboard/buy-gifts'],
    ['Redeem', '/dashboard/redeem'],
    ['Dashboard', '/dashboard'],
  ] as const) {
    await page.person.click(sidebar.getByRole('link', { name }));
    await waitFor(() => expect(page.address()).toBe(path));
  }
  for (const [name, path] of [
    ['Redeem Voucher', '/dashboard/redeem'],
    ['View Wallet', '/dashboard/wallet'],
  ] as const) {
    await page.person.click(sidebar.getByRole('link', { name: 'Dashboard' }));
    const quick = within(await screen.findByRole('navigation', { name: 'Quick actions' }));
    await page.person.click(quick.getByRole('link', { name }));
    await waitFor(() => expect(page.address()).toBe(path));
  }
  expect(await screen.findByText('Active')).toBeDefined();
  await waitFor(() => expect(latest('Transaction History')).toHaveLength(5));
  expect(latest('Transaction History')[0]?.textContent).toMatch(/\+\s*KES\s*380/u);
  await page.person.click(sidebar.getByRole('link', { name: 'Dashboard' }));
  await screen.findByRole('heading', { name: 'Recent Transactions' });
  await waitFor(() => expect(latest('Recent Transactions')).toHaveLength(5));
  await page.person.click(screen.getByRole('link', { name: 'View All' }));
  await screen.findByRole('heading', { level: 1, name: 'Transaction History' });
  const main = within(screen.getByRole('main'));
  await waitFor(() => expect(main.getAllByRole('listitem')).toHaveLength(6));
});

test('S50 the dashboard compares this month with the last, draws six months, and links to all transactions', async () => {
  const months = ['06', '07', '08', '09', '10', '11'].map((month) => `2026-${month}`);
  const none = { ...emptyAnswer(dashboardStats), totalDeposit: 1_000, totalVouchersBought: 1 };
  const stats = answer(dashboardStats, {
    ...none,
    trends: {
      ...none.trends,
      totalDeposit: { current: 1_000, previous: 0 },
      totalVouchersBought: { current: 1, previous: 0 },
    },
    monthly: months.map((month) => ({
      month,
      paidIn: month === '2026-11' ? 1_000 : 0,
      received: 0,
      withdrawn: 0,
    })),
  });
  const page = await open('/dashboard', { as: consumer(), answers: [stats] });
  const table = within(await screen.findByRole('table', { name: /in the last six months/u }));
  const rows = table.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toHaveLength(7);
  expect(rows.at(-1)).toMatch(/^November 2026KES\s1,000KES\s0$/u);
  const [deposit, bought] = [...document.querySelectorAll('.stats .d')].map(({ textContent }) => textContent);
  expect(deposit).toMatch(/^KES\s1,000 in Nov$/u);
  expect(bought).toBe('1 more than Oct');
  await page.person.click(screen.getByRole('link', { name: 'View All' }));
  await waitFor(() => expect(page.address()).toBe('/dashboard/transactions'));
});

test('S60 shows Loading... until the figures arrive, and an error if they fail to load', async () => {
  const waiting = held(statsOf(0));
  const page = await open('/dashboard/wallet', { as: consumer(), answers: [waiting] });
  const balance = await screen.findByRole('region', { name: 'Your balance' });
  expect(balance.textContent).toContain('Loading...');
  waiting.release();
  await waitFor(() => expect(balance.textContent).toMatch(/KES\s*0/u));
  expect(balance.textContent).not.toContain('Loading...');

  const refused = refusal(dashboardStats, 'not_found', { responseMessage: 'words of the server' });
  const again = await open('/dashboard', { as: consumer(), answers: [refused] });
  expect(await screen.findByRole('heading', { name: 'Failed to fetch dashboard stats' })).toBeDefined();
  expect(screen.queryByText(/words of the server/u)).toBeNull();
  expect(await screen.findAllByText('No data available')).not.toEqual([]);
  again.answer(statsOf(0, SIX));
  await page.press('Try Again');
  const numbers = screen.getByRole('region', { name: 'Your numbers' });
  await waitFor(() => expect(numbers.textContent).toMatch(/KES\s*0/u));
});

test('a new account sees a way to its first gift in three steps, without zeros or an empty chart, in both languages', async () => {
  for (const [language, title, steps, buy] of [
    ['en', 'Send your first gift', ['Who', 'How much', 'Pay with M-PESA'], 'Buy Gift Card'],
    ['sw', 'Tuma zawadi yako ya kwanza', ['Nani', 'Kiasi gani', 'Lipa kwa M-PESA'], 'Nunua Kadi ya Zawadi'],
  ] as const) {
    const page = await open('/dashboard', { as: consumer(), answers: [statsOf(0)], language });
    const ticket = within(await screen.findByRole('region', { name: title }));
    expect(ticket.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(steps);
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByRole('main').textContent).not.toMatch(/KES/u);
    await page.person.click(ticket.getByRole('link', { name: buy }));
    await waitFor(() => expect(page.address()).toBe('/dashboard/buy-gifts'));
  }
});
