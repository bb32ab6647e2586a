// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { logout } from '@zawadi/contract/sessions';
import { readWorkList } from '@zawadi/contract/work-list';
import { expect, test } from 'vitest';
import { answer } from '../../testing/contract-answers.ts';
import { officeDashboard } from '../../testing/office.ts';
import { pages } from '../../testing/open-page.tsx';
import { administrator } from '../../testing/people.ts';

const { open } = pages();

const PAGES = [
  ['Dashboard', '/admin'],
  ['Merchants', '/admin/merchants'],
  ['Transactions', '/admin/transactions'],
  ['Settlements', '/admin/settlements'],
  ['Reports', '/admin/reports/volume'],
  ['Users', '/admin/users'],
  ['Settings', '/admin/settings'],
] as const;

const sidebar = () => within(screen.getByRole('complementary', { name: 'Sidebar' }));
const crumbs = async () => within(await screen.findByRole('navigation', { name: 'Breadcrumb' }));

test('S194 the administrators’ sidebar links to every page, names the signed-in administrator, and changes the theme', async () => {
  const page = await open('/admin/support', { as: administrator(), answers: [officeDashboard] });
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
  for (const [label, path] of PAGES) {
    await page.person.click(menu.getByRole('link', { name: label }));
    await expect.poll(page.address, { message: label }).toMatch(new RegExp(`^${path}(?:\\?|$)`, 'u'));
    expect(await (await crumbs()).findByText(label, { selector: 'b' })).toBeDefined();
  }
  expect(sidebar().getByText('System Administrator')).toBeDefined();
  expect(sidebar().getByText('WO')).toBeDefined();
  await page.person.click(sidebar().getByRole('button', { name: 'Change to dark' }));
  // A script in the page's head applies the theme's colours; page tests do not load it.
  expect(localStorage.getItem('zawadi-theme')).toBe('dark');
  await page.press('Logout');
  await expect.poll(page.address).toBe('/login');
  expect(page.asked(logout)).toHaveLength(1);

  await open('/admin', {
    as: administrator('finance', { name: 'Njeri Mwangi' }),
    answers: [officeDashboard],
  });
  await screen.findByRole('navigation', { name: 'Main' });
  expect(sidebar().getByText('Njeri Mwangi')).toBeDefined();
  expect(sidebar().getByText('Finance')).toBeDefined();
});

test('the menu shows the number of waiting items, and breadcrumbs below a section link back to it', async () => {
  const oldestAt = '2026-11-20T09:00:00.000Z';
  const approvals = {
    kind: 'approvals',
    count: 3,
    oldestAt,
    first: 'Refund KES 17,000',
    nextStep: 'Approve or reject each.',
    path: '/admin/transactions/approvals?status=Open',
    isLate: false,
  } as const;
  const page = await open('/admin/transactions/approvals?status=Open', {
    as: administrator('finance'),
    answers: [officeDashboard, answer(readWorkList, { work: [approvals], total: 5 })],
  });
  expect(await screen.findByRole('link', { name: /^Dashboard\s*5$/u })).toBeDefined();
  expect(screen.getByRole('link', { name: /^Transactions\s*3 requests wait for approval/u })).toBeDefined();
  const trail = await crumbs();
  await waitFor(() => expect(trail.getByText('Approvals').getAttribute('aria-current')).toBe('page'));
  await page.person.click(trail.getByRole('link', { name: 'Transactions' }));
  await expect.poll(page.address).toBe('/admin/transactions');
});
