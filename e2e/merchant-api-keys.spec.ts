import { overflowOf } from './helpers/overflow.ts';
import { openShop, signInAtShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';

test('a shop creates, uses, rolls and revokes an API key for a till, and sees its requests in the log', async ({
  page,
  world,
  baseURL,
}) => {
  const shop = await openShop(world, 'Duka la Tili');
  await signInAtShop(page, shop.merchantCode, '/merchant/dashboard/api');
  await page.getByRole('button', { name: 'Add key' }).click();
  const adding = page.getByRole('dialog', { name: 'Add an API key' });
  const add = adding.getByRole('button', { name: 'Add key' });
  await add.click();
  await expect(adding.getByText('Please enter a name, such as Till 2')).toBeVisible();
  await adding.getByLabel('Name').fill('Till 2');
  await adding.getByRole('radio', { name: /^Redeem/u }).check();
  await add.click();
  const row = page
    .getByRole('list', { name: 'Keys for tills and systems' })
    .getByRole('listitem')
    .filter({ hasText: 'Till 2' });
  await expect(row.getByText('It has never been used.')).toBeVisible();
  const key = (await row.locator('code').textContent()) ?? '';
  const first = await row.getByLabel('API secret', { exact: true }).inputValue();
  expect(await call(baseURL, `${key}:${first}`, 'transactions')).toBe(200);
  expect(
    await call(baseURL, `${key}:${first}`, 'vouchers/create', { amount: 10, recipient: { name: 'Asha' } }),
  ).toBe(403);
  await world.sandbox.mail(shop.contactEmail, /has a new API key, “Till 2”/u);

  await row.getByRole('button', { name: 'Actions for Till 2' }).click();
  await page.getByRole('menuitem', { name: 'Replace with 24 h overlap' }).click();
  const rolling = page.getByRole('dialog', { name: 'Replace the secret of Till 2 with 24 h overlap?' });
  await rolling.getByRole('button', { name: 'Replace with 24 h overlap' }).click();
  await expect(row.getByText(/The old secret works until/u)).toBeVisible();
  const second = await row.getByLabel('API secret', { exact: true }).inputValue();
  expect(second).not.toBe(first);
  expect(await call(baseURL, `${key}:${first}`, 'transactions')).toBe(200);
  expect(await call(baseURL, `${key}:${second}`, 'transactions')).toBe(200);

  await row.getByRole('button', { name: 'Actions for Till 2' }).click();
  await page.getByRole('menuitem', { name: 'Revoke key' }).click();
  await page
    .getByRole('dialog', { name: 'Revoke the key Till 2?' })
    .getByRole('button', { name: 'Revoke key' })
    .click();
  await expect(page.getByText('API key revoked')).toBeVisible();
  await expect(row).toBeHidden();
  expect(await call(baseURL, `${key}:${second}`, 'transactions')).toBe(401);

  await page.getByRole('link', { name: 'Log', exact: true }).click();
  const refused = page.getByRole('row').filter({ hasText: 'POST /api/v1/vouchers/create' });
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      return refused.filter({ hasText: 'Till 2' }).filter({ hasText: 'key not allowed' }).count();
    })
    .toBe(1);
  await refused.getByRole('button').click();
  const detail = page.getByRole('dialog', { name: 'POST /api/v1/vouchers/create' });
  await expect(detail.getByText('till-2-order-1')).toBeVisible();
  await expect(detail.getByText(/"code": "key_not_allowed"/u)).toBeVisible();
  await expect(detail.getByText('Request ID', { exact: true })).toBeVisible();
  await detail.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Answer', { exact: true }).selectOption('succeeded');
  await expect(refused).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflowOf(page)).toEqual([]);
});

/** Sends a request to the merchant API: a POST if there is a body. */
async function call(
  baseURL: string | undefined,
  basic: string,
  path: string,
  body?: object,
): Promise<number> {
  const { status } = await fetch(`${baseURL}/api/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(basic).toString('base64')}`,
      ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': 'till-2-order-1' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return status;
}
