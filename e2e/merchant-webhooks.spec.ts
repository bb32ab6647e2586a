import { webhookType } from '@zawadi/contract';
import { expectKiswahili } from './helpers/kiswahili.ts';
import { overflowOf } from './helpers/overflow.ts';
import { test } from './helpers/receiver.ts';
import { openShop, signInAtShop } from './helpers/shops.ts';
import { expect } from './helpers/test.ts';

const WEBHOOKS = '/merchant/dashboard/api/webhooks';
const EVENTS = '/merchant/dashboard/api/events';

test('S119 a webhook is saved, tested, switched and sent again', async ({ page, world, receiver }) => {
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
  const once = page.getByRole('dialog', { name: 'Keep your signing secret' });
  await expect(once.getByText(/^whsec_/u)).toBeVisible();
  await once.getByRole('button', { name: 'I have kept it' }).click();
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
  await once.getByRole('button', { name: 'I have kept it' }).click();
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

test('a second address has its own events and secret, and the event log says what each was told', async ({
  page,
  world,
  receiver,
}) => {
  const shop = await openShop(world, 'Duka la Anwani');
  await signInAtShop(page, shop.merchantCode, WEBHOOKS);
  await expect(page.getByRole('heading', { name: 'More addresses' })).toBeHidden();
  await page.getByLabel('Webhook URL').fill(receiver.url);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const once = page.getByRole('dialog', { name: 'Keep your signing secret' });
  const first = await once.getByText(/^whsec_/u).textContent();
  await once.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('button', { name: 'Add address' }).click();
  const form = page.getByRole('dialog', { name: 'Add a webhook address' });
  await form.getByLabel('Webhook URL').fill(receiver.url);
  await form.getByLabel('Name').fill('Stock');
  const add = form.getByRole('button', { name: 'Add address' });
  await add.click();
  await expect(form.getByText('You have this address already.')).toBeVisible();
  await form.getByLabel('Webhook URL').fill(`${receiver.url}?stock`);
  await form.getByRole('checkbox', { name: 'settlement.processed' }).uncheck();
  await add.click();
  await expect(once.getByText(/^whsec_/u)).not.toHaveText(first ?? '');
  await once.getByRole('button', { name: 'I have kept it' }).click();
  const stock = page.getByRole('list', { name: 'More addresses' }).getByRole('listitem');
  await expect(stock).toContainText('8 of 9 events');
  const choose = async (action: string) => {
    await stock.getByRole('button', { name: 'Actions for Stock' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Test');
  const result = page.getByRole('dialog', { name: 'Your webhook works' });
  await expect(result.getByText('HTTP 200')).toBeVisible();
  await result.getByRole('button', { name: 'Close' }).click();
  await choose('New signing secret');
  await page.getByRole('button', { name: 'Make new secret' }).click();
  await once.getByRole('button', { name: 'I have kept it' }).click();
  await expect(stock).toContainText('The one before signs too, until');
  await choose('Change');
  const changing = page.getByRole('dialog', { name: 'Change the webhook address' });
  await changing.getByLabel('Name').fill('Stores');
  await changing.getByRole('button', { name: 'Save' }).click();
  await expect(stock.getByRole('heading', { name: 'Stores' })).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflowOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  expect(await overflowOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  const events = page.getByRole('button', { name: 'webhook.test' });
  await expect(events).toHaveCount(1);
  await events.click();
  const detail = page.getByRole('dialog', { name: 'webhook.test' });
  await detail.getByRole('button', { name: 'Send again to Stores' }).click();
  await expect(page.getByText('On its way again')).toBeVisible();
  await expect(detail.getByRole('region', { name: 'Stores' }).getByText('Try 2: HTTP 200')).toBeVisible();
  await detail.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Search').fill('0000-0000-0000-0000');
  await expect(page.getByText('No events found')).toBeVisible();
  await expect(page).toHaveURL(/search=0000$/u);

  await page.goto(WEBHOOKS);
  await stock.getByRole('button', { name: 'Actions for Stores' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Webhook removed')).toBeVisible();
  await expect(stock).toHaveCount(0);
});

test('the webhooks and the event log speak Kiswahili', async ({ page, world, receiver }) => {
  const shop = await openShop(world, 'Duka la Habari Njema');
  await signInAtShop(page, shop.merchantCode, WEBHOOKS);
  await page.getByLabel('Webhook URL').fill(receiver.url);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('button', { name: 'Kiswahili' }).click();
  await expect(page.getByRole('heading', { name: 'Anwani zaidi' })).toBeVisible();
  // What was said before stays in the language that it was said in.
  await page.reload();
  const typed = [
    shop.businessName,
    'Njeri Kamau',
    'Stock',
    receiver.url,
    new URL(receiver.url).host,
    ...webhookType.options,
  ];
  await expectKiswahili(page, typed);
  await page.getByRole('button', { name: 'Ongeza anwani' }).click();
  await expectKiswahili(page, typed);
  const form = page.getByRole('dialog');
  await form.getByLabel('URL ya webhook').fill(`${receiver.url}?depo`);
  await form.getByLabel('Jina').fill('Stock');
  await form.getByRole('button', { name: 'Ongeza anwani' }).click();
  await page.getByRole('button', { name: 'Nimeitunza' }).click();
  receiver.answerWith(500);
  await page.getByRole('button', { name: 'Jaribu', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Jaribio halikufika' })).toBeVisible();
  await expectKiswahili(page, typed);
  await page.getByRole('dialog').getByRole('button', { name: 'Funga' }).click();
  await page.getByRole('link', { name: 'Matukio', exact: true }).click();
  await expect(page.getByRole('button', { name: 'webhook.test' })).toBeVisible();
  await expectKiswahili(page, typed);
  await page.getByRole('button', { name: 'webhook.test' }).click();
  await expect(page.getByText('Jaribio la 1')).toBeVisible();
  await expectKiswahili(page, typed);
});
