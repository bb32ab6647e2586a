// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { listApprovals } from '@zawadi/contract/approvals';
import { sample } from '@zawadi/contract/example-values';
import { updateMerchant } from '@zawadi/contract/merchants';
import { listMerchants, merchantTimeline, resetOwnerPassword } from '@zawadi/contract/merchants-admin';
import { merchantDetails } from '@zawadi/contract/merchants-details';
import { expect, test } from 'vitest';
import { answer, held, lost, refusal } from '../../../testing/contract-answers.ts';
import { factOf } from '../../../testing/facts.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { anApproval } from '../approvals/testing/an-approval.ts';
import { dukaOf, listedDuka } from './testing/duka.ts';

const { open } = pages();

const HERE = '/admin/merchants/DUKA001';
const shop = dukaOf();
const details = answer(merchantDetails, shop);
const WAITING = { outcome: 'waiting', approvalId: sample.id } as const;

test('S210 a merchant’s page shows business, account, API access, timeline and a link to its transactions', async () => {
  const added = {
    eventId: '1',
    at: '2026-11-02T07:00:00.000Z',
    kind: 'merchant.added',
    description: 'Merchant added',
    actorKind: 'admin' as const,
    actorName: 'Wanjiku Otieno',
    reason: 'Asked for by phone',
  };
  const page = await open(HERE, {
    as: administrator(),
    answers: [details, answer(merchantTimeline, { events: [added] })],
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Duka la Zambarau' })).toBeDefined();
  for (const name of ['Owed', 'Pay-out', 'Settlements', 'Staff', 'Places'])
    expect(await screen.findByRole('heading', { level: 2, name }), name).toBeDefined();
  for (const [label, value] of [
    ['Contact person', 'Wanjiku Kamau'],
    ['Email', 'wanjiku@example.test'],
    ['Phone', '0722 000 103'],
    ['Current balance', 'KES 0'],
    ['Role', 'Merchant'],
    ['Must change password', 'No'],
    ['Brand colour', '#7A2E12'],
  ] as const)
    expect(await factOf(label), label).toBe(value);
  for (const label of ['Account created', 'Last updated']) expect(await factOf(label), label).not.toBe('');
  expect(await factOf('Last login')).toBe('Never');
  expect((await screen.findByText('Merchant added')).closest('li')?.textContent).toContain(
    'Asked for by phone',
  );
  expect(screen.getByText(/^•+$/u)).toBeDefined();
  await page.press('Show API key');
  expect(screen.getByText(shop.apiKey)).toBeDefined();
  await page.press('Copy API key');
  expect(await navigator.clipboard.readText()).toBe(shop.apiKey);
  expect(screen.getByText('Copied!')).toBeDefined();
  await page.press('Hide API key');
  expect(screen.queryByText(shop.apiKey)).toBeNull();
  await page.press('Copy merchant code');
  expect(await navigator.clipboard.readText()).toBe('DUKA001');
  const links = ['View Transactions', 'All settlements', 'Statement', 'Back'].map((name) =>
    screen.getByRole('link', { name }).getAttribute('href'),
  );
  expect(links).toEqual([
    '/admin/transactions?merchantCode=DUKA001',
    '/admin/settlements?merchantCode=DUKA001',
    `/admin/reports/accounts/merchant%3A${sample.id}`,
    '/admin/merchants',
  ]);
});

test('S209 shows that loading a merchant failed, and Try Again loads again', async () => {
  const failing = held(lost(merchantDetails));
  const page = await open(HERE, { as: administrator(), answers: [failing] });
  expect(await screen.findByText('Loading...', { selector: '[aria-busy="true"] *' })).toBeDefined();
  failing.release();
  expect(await screen.findByRole('heading', { name: 'Error Loading Merchant' })).toBeDefined();
  expect(within(screen.getByRole('main')).getByText('Network error occurred')).toBeDefined();
  // The page and a toast show the sentence.
  expect(screen.getAllByText('Network error occurred')).toHaveLength(2);
  page.answer(details);
  await page.press('Try Again');
  expect(await screen.findByRole('heading', { level: 1, name: 'Duka la Zambarau' })).toBeDefined();
  page.answer(refusal(merchantDetails, 'not_found'));
  await page.go('/admin/merchants/NOBODY999');
  expect(await screen.findByText(/^Failed to fetch merchant details\. /u)).toBeDefined();
  expect(screen.getByText('Failed to fetch merchant details')).toBeDefined();
});

test('S206 support can read a merchant; the page offers no action, and the server refuses every action', async () => {
  const page = await open(HERE, { as: administrator('support'), answers: [details] });
  expect(await screen.findByRole('link', { name: 'View Transactions' })).toBeDefined();
  for (const name of ['Edit', 'Manage Balance', 'Reset Password', 'Suspend Account', 'Close Account'])
    expect(screen.queryByRole('button', { name }), name).toBeNull();
  page.answer(answer(listMerchants, [listedDuka()]));
  await page.go('/admin/merchants');
  expect(await screen.findByRole('link', { name: 'Duka la Zambarau' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add Merchant' })).toBeNull();
  await page.press('Actions for Duka la Zambarau');
  const actions = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(actions).toEqual(['View Details']);
});

test('S204 Reset Password signs the owner out and emails a temporary password, and Close locks all staff out', async () => {
  const page = await open(HERE, { as: administrator(), answers: [details] });
  await page.press('Reset Password');
  const asking = within(
    await screen.findByRole('dialog', { name: 'Reset the password of Duka la Zambarau’s owner?' }),
  );
  expect(
    asking.getByText(/the owner is signed out everywhere.*mailed to wanjiku@example\.test/u),
  ).toBeDefined();
  await page.press('Reset password');
  expect(await asking.findByText('Please give a reason')).toBeDefined();
  await page.type({ Reason: 'The owner called and has lost it' });
  page.answer(
    answer(resetOwnerPassword, { ...shop, action: WAITING }),
    answer(listApprovals, {
      approvals: [anApproval({ kind: 'owner-reset', summary: 'Reset the password of its owner' })],
      openCount: 1,
    }),
  );
  await page.press('Reset password');
  expect(await screen.findByText('Approval requested')).toBeDefined();
  expect(await screen.findByText(/waits for a second administrator/u)).toBeDefined();
  expect(page.sent(resetOwnerPassword)).toEqual([
    { reason: 'The owner called and has lost it', isTwoFactorReset: false },
  ]);
  page.answer(answer(merchantDetails, { ...shop, mustChangePassword: true }));
  await page.press('Refresh');
  await waitFor(async () => expect(await factOf('Must change password')).toBe('Yes'));

  await page.press('Close Account');
  expect(await screen.findByRole('dialog', { name: 'Close Duka la Zambarau?' })).toBeDefined();
  await page.type({ Reason: 'It has moved to Mombasa' });
  page.answer(
    answer(updateMerchant, { ...shop, status: 'INACTIVE' }),
    answer(merchantDetails, { ...shop, status: 'INACTIVE' }),
  );
  await page.press('Close merchant');
  expect(await screen.findByRole('button', { name: 'Reactivate Account' })).toBeDefined();
  expect(screen.getByText('Inactive')).toBeDefined();
  expect(page.sent(updateMerchant)).toMatchObject([
    { status: 'INACTIVE', reason: 'It has moved to Mombasa' },
  ]);
});

test("an administrator corrects a shop's location", async () => {
  const page = await open(HERE, { as: administrator(), answers: [details] });
  await page.press('Edit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Merchant: Duka la Zambarau' }));
  await page.person.selectOptions(dialog.getByLabelText('What the shop sells'), 'Chemist');
  await page.person.selectOptions(dialog.getByLabelText('Town'), 'Another place');
  await page.person.type(dialog.getByLabelText(/^Area and street/u), 'Gilgil, Station Road');
  await page.person.type(dialog.getByLabelText(/^Map link/u), 'somewhere');
  await page.person.click(dialog.getByRole('button', { name: 'Save Changes' }));
  expect(await dialog.findByText(/^Please paste a link from Google Maps/u)).toBeDefined();
  expect(page.sent(updateMerchant)).toEqual([]);
  const place = {
    ...shop.place,
    category: 'chemist',
    town: 'Other',
    street: 'Gilgil, Station Road',
  } as const;
  page.answer(answer(merchantDetails, { ...shop, place }));
  await page.person.clear(dialog.getByLabelText(/^Map link/u));
  await page.person.click(dialog.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Merchant updated successfully!')).toBeDefined();
  expect(page.sent(updateMerchant)).toMatchObject([
    { merchantId: sample.id, place: { town: 'Other', street: 'Gilgil, Station Road' } },
  ]);
  expect(await screen.findByText(/Gilgil, Station Road/u)).toBeDefined();
});
