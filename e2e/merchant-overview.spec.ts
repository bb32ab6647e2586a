import { randomUUID } from 'node:crypto';
import { redeemAtTill } from '@zawadi/contract';
import { overflowOf } from './helpers/overflow.ts';
import { addColleague, closeAllWeek, openShop, signInAtShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';
import { giveTo } from './helpers/till.ts';
import { expectToCoverNothing } from './helpers/toasts.ts';

test('a new shop sees zeros, its first steps, and the way to its first redemption', async ({
  page,
  world,
}) => {
  const shop = await openShop(world, 'Duka la Kwanza');
  await signInAtShop(page, shop.merchantCode);
  await expect(page.getByRole('heading', { name: 'Duka la Kwanza' })).toBeVisible();
  await expectToCoverNothing(page, 'Login successful!');
  for (const card of ['Total Vouchers', 'Total Redeemed Value', 'Pending Settlements', 'Today’s Activity'])
    await expect(page.getByText(card, { exact: true })).toBeVisible();
  await expect(page.getByText(/^0 redemptions · yesterday KES\s0$/u)).toBeVisible();
  await expect(page.getByText('No transactions yet')).toBeVisible();
  await expect(page.getByText('Nothing unusual')).toBeVisible();
  await expect(page.getByText('1 of 4 done')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflowOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Redeem a voucher' }).first().click();
  await expect(page).toHaveURL('/merchant/dashboard/redeem');
});

test('S97 the figures are those of the books, and an alert is acknowledged by who looked at it', async ({
  page,
  world,
  meet,
}) => {
  const shop = await openShop(world, 'Duka la Pili');
  await closeAllWeek(world, shop);
  const { code } = await giveTo(world, await meet('Wanja', 'Ndegwa'), 'Brian', 'Otieno', 1_000);
  const body = { code, amount: 350, attemptId: randomUUID() };
  await world.api.call(redeemAtTill, { body }, { bearer: shop.bearer });
  await signInAtShop(page, shop.merchantCode);
  const numbers = page.getByRole('region', { name: 'Your numbers' });
  await expect(numbers.getByText(/^KES\s*350$/u)).toHaveCount(3);
  await expect(page.getByText('1 redemption · yesterday')).toBeVisible();
  await expect(page.getByText('Brian Otieno')).toBeVisible();
  const table = page.getByRole('table', { name: 'Redeemed on each of the last fourteen days' });
  await expect(table.getByRole('row')).toHaveCount(15);
  await expect(table.getByRole('row').last()).toContainText(/KES\s350/u);

  await expect(async () => {
    await page.reload();
    await expect(page.getByText('outside your opening hours')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole('heading', { name: 'Fraud Alerts (1)' })).toBeVisible();
  await expect(page.getByText('Low', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.getByText('Alert acknowledged')).toBeVisible();
  await expect(page.getByText('Nothing unusual')).toBeVisible();
  await page.getByRole('button', { name: 'View All' }).click();
  const all = page.getByRole('dialog', { name: 'All fraud alerts' });
  await expect(all.getByText('Acknowledged by Wanjiku Kamau')).toBeVisible();
});

test('S98 the quick actions have the addresses of the specification and lead into the dashboard', async ({
  page,
  world,
}) => {
  const shop = await openShop(world, 'Duka la Tatu');
  await signInAtShop(page, shop.merchantCode);
  for (const [name, short] of [
    ['Transactions', 'transactions'],
    ['Settlements', 'settlements'],
    ['API Access', 'api'],
    ['Reports', 'reports'],
  ] as const) {
    const action = page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name });
    await expect(action).toHaveAttribute('href', `/merchant/${short}`);
    await action.click();
    await expect(page).toHaveURL(`/merchant/dashboard/${short}`);
    await page.goto('/merchant/dashboard');
  }
});

test('a manager sees the overview without the owner’s first steps', async ({ page, world }) => {
  const shop = await openShop(world, 'Duka la Nne');
  const manager = await addColleague(world, shop, { name: 'Asha Ali', handle: 'asha', staffRole: 'manager' });
  await signInAtShop(page, manager);
  await expect(page.getByText('Recent Transactions')).toBeVisible();
  await expect(page.getByText('First steps')).toBeHidden();
});
