import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { letProofsAge } from './helpers/database.ts';
import { overflowOf } from './helpers/overflow.ts';

import { openShop, signInAtShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';
import { stopClock } from './helpers/toasts.ts';

const API = '/merchant/dashboard/api';
const LOG = `${API}/log`;

test('S116 a new secret ends the old one and is shown for thirty seconds, once', async ({
  page,
  context,
  world,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const shop = await openShop(world, 'Duka la Funguo');
  await signInAtShop(page, shop.merchantCode, API);
  await page.getByRole('button', { name: 'Copy API key' }).click();
  await expect(page.getByText('Copied!')).toBeVisible();
  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  const first = await regenerate(page);
  expect(await statusWith(baseURL, key, first)).toBe(200);
  const second = await regenerate(page);
  expect(await statusWith(baseURL, key, first)).toBe(401);
  expect(await statusWith(baseURL, key, second)).toBe(200);
  await page.getByRole('button', { name: 'Copy API secret' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(second);
  const secret = page.getByLabel('API secret', { exact: true });
  await page.getByRole('button', { name: 'Hide secret' }).click();
  await expect(secret).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show secret' }).click();
  await expect(secret).toHaveAttribute('type', 'text');
  await stopClock(page);
  await page.clock.runFor(31_000);
  await expect(page.getByRole('button', { name: 'Copy API secret' })).toBeHidden();
  await expect(secret).not.toHaveValue(second);
  await expect(page.getByText('If it is lost, regenerate it.')).toBeVisible();
});

test('ten minutes after the sign-in an owner confirms with the password, and what was typed stays', async ({
  page,
  world,
}) => {
  const shop = await openShop(world, 'Duka la Nenosiri');
  await signInAtShop(page, shop.merchantCode, API);
  await letProofsAge(shop.merchantCode, 11);
  await page.getByRole('button', { name: 'Add key' }).click();
  const adding = page.getByRole('dialog', { name: 'Add an API key' });
  await adding.getByLabel('Name').fill('Till 2');
  const add = adding.getByRole('button', { name: 'Add key' });
  await add.click();
  const question = page.getByRole('dialog', { name: 'Please confirm that it is you' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You did not confirm that it is you. Nothing has changed.')).toBeVisible();
  await expect(adding.getByLabel('Name')).toHaveValue('Till 2');
  await add.click();
  const password = question.getByLabel('Your password');
  await expect(password).toBeFocused();
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question.getByText('Please enter your password')).toBeVisible();
  await password.fill('not-the-password');
  await password.press('Enter');
  await expect(question.getByText('Your current password is not right.')).toBeVisible();
  await password.fill(DEMO_PASSWORD);
  await password.press('Enter');
  await expect(question).toBeHidden();
  await expect(page.getByText('API key made')).toBeVisible();
  await world.sandbox.mail(shop.contactEmail, /has a new API key, “Till 2”/u);
  // For ten minutes nothing is asked for again.
  await page.reload();
  await regenerate(page);
  await world.sandbox.mail(shop.contactEmail, /The API secret of Duka la Nenosiri was regenerated/u);
});

test('S122 the common endpoints come as lines to copy, with the key in them', async ({
  page,
  context,
  world,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const shop = await openShop(world, 'Duka la Mifano');
  await signInAtShop(page, shop.merchantCode, API);
  await expect(page.getByLabel('Base URL of the test environment', { exact: true })).toHaveValue(
    /\/api\/v1$/u,
  );
  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  for (const endpoint of [
    'POST /api/v1/vouchers/create',
    'GET /api/v1/vouchers/{id}',
    'POST /api/v1/vouchers/{id}/redeem',
    'GET /api/v1/transactions',
    'GET /api/v1/settlements',
  ]) {
    await page.getByText(endpoint, { exact: true }).click();
    await page.getByRole('button', { name: `Copy the example of ${endpoint}`, exact: true }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain(`-u "${key}:$SECRET"`);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflowOf(page)).toEqual([]);
});

test('S124 an address list shuts others out; calls are logged', async ({ page, world, baseURL }) => {
  const shop = await openShop(world, 'Duka la Ulinzi');
  await signInAtShop(page, shop.merchantCode, API);
  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  const secret = await regenerate(page);
  const whitelist = page.getByRole('switch', { name: 'IP Whitelist' });
  await expect(whitelist).not.toBeChecked();
  await whitelist.click();
  await expect(page.getByText('Please add an address before you switch the list on.')).toBeVisible();
  const add = page.getByRole('button', { name: 'Add', exact: true });
  await page.getByLabel('Address or range').fill('41.90.64');
  await add.click();
  await expect(page.getByText('Please enter an address (41.90.64.10)')).toBeVisible();
  await page.getByLabel('Address or range').fill('41.90.64.7/24');
  await page.getByLabel('Label').fill('Nakuru');
  await add.click();
  await expect(page.getByRole('list', { name: 'Allowed addresses' })).toContainText('41.90.64.0/24Nakuru');
  await whitelist.click();
  const warning = page.getByRole('dialog', { name: 'Your own address is not on the list. Go on?' });
  await warning.getByRole('button', { name: 'Go back' }).click();
  await expect(whitelist).not.toBeChecked();
  await whitelist.click();
  await warning.getByRole('button', { name: 'Save anyway' }).click();
  await expect(whitelist).toBeChecked();
  await expect.poll(() => statusWith(baseURL, key, secret)).toBe(403);
  await page.getByRole('button', { name: 'Add my address' }).click();
  await expect.poll(() => statusWith(baseURL, key, secret)).toBe(200);
  await page.getByRole('button', { name: 'Remove 41.90.64.0/24' }).click();
  await expect(page.getByText('41.90.64.0/24', { exact: true })).toBeHidden();

  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await expect(page).toHaveURL(LOG);
  const refresh = page.getByRole('button', { name: 'Refresh' });
  const calls = page.getByRole('row').filter({ hasText: 'GET /api/v1/transactions' });
  await expect
    .poll(async () => {
      await refresh.click();
      return calls.filter({ hasText: '200' }).count();
    })
    .toBeGreaterThan(0);
  await expect(calls.filter({ hasText: 'address not allowed' }).first()).toBeVisible();
  await page.getByLabel('Search').fill('settlements');
  await expect(page.getByText('No requests found')).toBeVisible();
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await page.getByRole('switch', { name: 'Rate Limiting' }).click();
  await expect(page.getByRole('switch', { name: 'Rate Limiting' })).not.toBeChecked();
  await page.getByRole('switch', { name: 'Request Logging' }).click();
  await expect(page.getByRole('switch', { name: 'Request Logging' })).not.toBeChecked();
  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await expect(page.getByText('Request Logging is off: new calls are not kept.')).toBeVisible();
});

/** Makes a new secret on the screen and reads it there. */
async function regenerate(page: Page): Promise<string> {
  const before = await page.getByLabel('API secret', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Regenerate secret' }).click();
  const question = page.getByRole('dialog', { name: 'Regenerate the API secret?' });
  await expect(question.getByText('The old secret stops working at once')).toBeVisible();
  await question.getByRole('button', { name: 'Regenerate secret' }).click();
  await expect(page.getByText('API Secret Regenerated')).toBeVisible();
  await expect(page.getByLabel('API secret', { exact: true })).not.toHaveValue(before);
  return page.getByLabel('API secret', { exact: true }).inputValue();
}

async function statusWith(baseURL: string | undefined, key: string, secret: string): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
  const { status } = await fetch(`${baseURL}/api/v1/transactions`, { headers: { authorization } });
  return status;
}
