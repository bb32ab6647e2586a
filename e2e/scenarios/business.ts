import { addStaffMember, openShop, signInAtShop } from '../helpers/shops.ts';
import { expect } from '../helpers/test.ts';
import { visit, type Walk } from './look.ts';

/** Walks a merchant's API Access and Settings with their dialogs, and a cashier's pages. */
export async function walkBusiness(walk: Walk): Promise<void> {
  const { page, world, look } = walk;
  const shop = await openShop(world, 'Duka la Maua');
  await signInAtShop(page, shop.merchantCode, '/merchant/dashboard/api');
  await expect(page.getByRole('button', { name: 'Regenerate secret' })).toBeVisible();
  await look(page, 'api-access-new');
  await access(walk);
  await visit(page, '/merchant/dashboard/settings');
  await expect(page.getByText('This device')).toBeVisible();
  await look(page, 'merchant-settings-new');
  await hours(walk);
  await questions(walk);
  await place(walk);
  const code = await addStaffMember(world, shop, { name: 'Juma Cash', handle: 'juma', staffRole: 'cashier' });
  await page.reload();
  await page.getByRole('button', { name: 'Manage Juma Cash' }).click();
  await look(page, 'merchant-settings-staff');
  await page.getByRole('button', { name: 'Disable account' }).click();
  await look(page, 'merchant-settings-disable');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/merchant\/login/u);
  await signInAtShop(page, code, '/merchant/dashboard/settings');
  await expect(page.getByText('This device')).toBeVisible();
  await look(page, 'merchant-settings-cashier');
}

async function access({ page, look }: Walk): Promise<void> {
  await page.getByRole('button', { name: 'Regenerate secret' }).click();
  await look(page, 'api-access-regenerate');
  await page.getByRole('dialog').getByRole('button', { name: 'Regenerate secret' }).click();
  await expect(page.getByRole('button', { name: 'Copy API secret' })).toBeVisible();
  await look(page, 'api-access-secret');
  await page.getByRole('button', { name: 'Add key' }).click();
  await look(page, 'api-access-add-key');
  const adding = page.getByRole('dialog', { name: 'Add an API key' });
  await adding.getByLabel('Name').fill('Till 2');
  await adding.getByRole('button', { name: 'Add key' }).click();
  await expect(page.getByRole('heading', { name: 'Till 2' })).toBeVisible();
  await look(page, 'api-access-till-key');
  await page.getByText('POST /api/v1/vouchers/create', { exact: true }).click();
  await page.getByLabel('Address or range').fill('41.90.64.0/24');
  await page.getByLabel('Label').fill('Nakuru');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Allowed addresses' })).toBeVisible();
  await look(page, 'api-access-addresses');
  await visit(page, '/merchant/dashboard/api/log');
  await expect(page.getByText('No requests yet')).toBeVisible();
  await look(page, 'api-log-new');
  await visit(page, '/merchant/dashboard/api/webhooks');
  await page.getByLabel('Webhook URL').fill('shop');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'full address' })).toBeVisible();
  await look(page, 'api-access-problem');
  await page.getByLabel('Webhook URL').fill('https://example.com/zawadi');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Save your signing secret' })).toBeVisible();
  await look(page, 'api-access-signing-secret');
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'The test did not arrive' })).toBeVisible();
  await look(page, 'api-access-test');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Add address' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a webhook address' })).toBeVisible();
  await look(page, 'api-access-add-webhook-address');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await expect(page.getByRole('button', { name: 'webhook.test' })).toBeVisible();
  await look(page, 'api-events');
  await page.getByRole('button', { name: 'webhook.test' }).click();
  await expect(page.getByRole('dialog', { name: 'webhook.test' })).toContainText('Habari! This is a test');
  await look(page, 'api-access-event');
}

async function hours({ page, look }: Walk): Promise<void> {
  await page.getByRole('button', { name: 'Set hours' }).click();
  await page.getByLabel('Monday: opens at').fill('');
  await page.getByRole('button', { name: 'Save hours' }).click();
  await expect(page.getByText('Please enter a time such as 08:30')).toBeVisible();
  await look(page, 'merchant-settings-hours');
  await page.getByRole('button', { name: 'Cancel' }).click();
}

/** Sets a shop's location, and looks at the dialog, a refusal and the result. */
async function place({ page, look }: Walk): Promise<void> {
  await page.getByRole('button', { name: 'Set place' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where customers find you' });
  await look(page, 'merchant-settings-place');
  await dialog.getByLabel('What the shop sells').selectOption('Phones and electronics');
  await dialog.getByLabel('Town').selectOption('Nakuru');
  await dialog.getByLabel('Area and street').fill('Section 58, Kenyatta Avenue, opposite the old market');
  await dialog.getByLabel('Phone for customers').fill('0722');
  await dialog.getByLabel('Map link').fill('https://evil.example/');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText('Please paste a link from Google Maps')).toBeVisible();
  await look(page, 'merchant-settings-place-wrong');
  await dialog.getByLabel('Phone for customers').fill('0722 000 103');
  await dialog.getByLabel('Map link').fill('-0.2833, 36.0667');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Place saved')).toBeVisible();
  await look(page, 'merchant-settings-place-said');
}

async function questions({ page, look }: Walk): Promise<void> {
  for (const [button, name] of [
    ['Edit contact', 'contact'],
    ['Change email', 'email'],
    ['Set channel', 'payout'],
    ['Add staff', 'add-staff'],
  ] as const) {
    await page.getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(page, `merchant-settings-${name}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  }
}
