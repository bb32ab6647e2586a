import { test } from './helpers/receiver.ts';
import { openShop, signInAtShop } from './helpers/shops.ts';
import { expect } from './helpers/test.ts';

const WEBHOOKS = '/merchant/dashboard/api/webhooks';
const EVENTS = '/merchant/dashboard/api/events';

test('S119 a shop saves a webhook, tests it, switches it off and on, and resends an event', async ({
  page,
  world,
  receiver,
}) => {
  const shop = await openShop(world, 'Duka la Habari');
  await signInAtShop(page, shop.merchantCode, WEBHOOKS);
  await expect(page.getByRole('button', { name: 'Test', exact: true })).toBeDisabled();
  const address = page.getByLabel('Webhook URL');
  for (const [typed, problem] of [
    ['shop.example.com', 'Please enter a full address'],
    ['https://me:secret@shop.example.com/', 'Please leave the user name and password out'],
    ['http://shop.example.com/hook', /https/u],
    ['https://192.168.1.10/hook', /private network/u],
  ] as const) {
    await address.fill(typed);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: problem })).toBeVisible();
    await expect(address).toHaveValue(typed);
  }
  await address.fill(receiver.url);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const once = page.getByRole('dialog', { name: 'Save your signing secret' });
  await expect(once.getByText(/^whsec_/u)).toBeVisible();
  await once.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const result = page.getByRole('dialog', { name: 'Your webhook works' });
  await expect(result.getByText('HTTP 200')).toBeVisible();
  await expect(result.getByText('Asante sana')).toBeVisible();
  await result.getByRole('button', { name: 'Close' }).click();

  const created = page.getByRole('switch', { name: 'voucher.created' });
  await created.click();
  await expect(created).not.toBeChecked();
  await expect(created).not.toHaveAttribute('aria-busy', 'true');
  await page.reload();
  await expect(page.getByRole('switch', { name: 'voucher.redeemed' })).toBeChecked();
  await expect(created).not.toBeChecked();

  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await expect(page).toHaveURL(EVENTS);
  await page.getByRole('button', { name: 'webhook.test' }).click();
  const detail = page.getByRole('dialog', { name: 'webhook.test' });
  await expect(detail.getByText(/Habari! This is a test/u)).toBeVisible();
  await detail.getByRole('button', { name: 'Send again to' }).click();
  await expect(page.getByText('On its way again')).toBeVisible();
  await expect.poll(() => receiver.got.length).toBe(2);
  expect(new Set(receiver.got.map((headers) => headers['webhook-id'])).size).toBe(1);
  await detail.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();

  await page.getByRole('button', { name: 'New signing secret' }).click();
  await page.getByRole('checkbox', { name: 'The old one leaked' }).check();
  await page.getByRole('button', { name: 'Make new secret' }).click();
  await expect(once.getByText(/^whsec_/u)).toBeVisible();
  await once.getByRole('button', { name: 'I have saved it' }).click();
  receiver.answerWith(500);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'The test did not arrive' })).toContainText('500');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const question = page.getByRole('dialog', { name: /^Remove the webhook/u });
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Webhook removed')).toBeVisible();
  await expect(address).toHaveValue('');
});
