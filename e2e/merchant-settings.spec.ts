import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import type { World } from '@zawadi/story/steps';
import { overflowOf } from './helpers/overflow.ts';
import { addColleague, openShop, signInAtShop } from './helpers/shops.ts';
import type { Shop } from './helpers/shops.ts';
import { submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { totp } from './helpers/totp.ts';

const SETTINGS = '/merchant/dashboard/settings';
const NEW_PASSWORD = 'embe tamu la 2027';

test('S128 the contact is edited, and the email is proven with password and code', async ({
  page,
  world,
}) => {
  const shop = await openShop(world, 'Duka la Wasifu');
  await signInAtShop(page, shop.merchantCode, SETTINGS);
  await page.getByRole('button', { name: 'Edit contact' }).click();
  const contact = page.getByRole('dialog', { name: 'Edit contact' });
  await contact.getByLabel('Contact person').fill('Wanjiku Njeri');
  await contact.getByLabel('Phone number').fill('12');
  await contact.getByRole('button', { name: 'Save Changes' }).click();
  await expect(contact.getByText('Please enter a valid phone number')).toBeVisible();
  await contact.getByLabel('Phone number').fill('0722 000 111');
  await contact.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(page.getByText('0722 000 111')).toBeVisible();

  const email = `new.${shop.contactEmail}`;
  await page.getByRole('button', { name: 'Change email' }).click();
  const asking = page.getByRole('dialog', { name: 'Change email' });
  await asking.getByLabel('New email').fill(email);
  await asking.getByLabel('Your password', { exact: true }).fill('not-the-password');
  await asking.getByRole('button', { name: 'Send code' }).click();
  await expect(asking.getByText('Your current password is not right.')).toBeVisible();
  await asking.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
  await asking.getByRole('button', { name: 'Send code' }).click();
  const [otp = ''] = await world.sandbox.mail(email, /\b\d{6}\b/u);
  const code = page.getByRole('dialog', { name: 'Enter the code' });
  await code.getByLabel('Verification code').fill(otp);
  await code.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText('Email address changed')).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
});

test('S129 a brand colour is seen before it is saved and then in the frame, a logo too', async ({
  page,
  world,
}) => {
  const shop = await openShop(world, 'Duka la Rangi');
  await signInAtShop(page, shop.merchantCode, SETTINGS);
  const colour = page.getByLabel('Brand colour', { exact: true });
  await colour.fill('#12');
  await expect(page.getByText('Please enter a colour such as #7c3a1d')).toBeVisible();
  await colour.fill('#ffd400');
  await expect(page.getByText('Dark words on it are easy to read.')).toBeVisible();
  await page.getByRole('button', { name: 'Save colour' }).click();
  await expect(page.getByText('Brand colour saved')).toBeVisible();
  const frame = page.locator('[data-area="merchant"]').first();
  await expect(frame).toHaveCSS('--brand', '#ffd400');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload logo' }).click();
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await (await choosing).setFiles(file);
  const crop = page.getByRole('dialog', { name: 'Your logo' });
  await crop.getByRole('slider', { name: 'Zoom' }).press('ArrowRight');
  await crop.getByRole('button', { name: 'Save logo' }).click();
  await expect(page.getByText('Logo saved')).toBeVisible();
  await expect(page.locator('.sidebar .who img')).toHaveAttribute('src', /\/api\/merchants\/v1\/logos\//u);
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await expect(page.locator('.sidebar .who img')).toHaveCount(0);
});

test('S134 opening hours and the schedule of settlements are kept', async ({ page, world }) => {
  const shop = await openShop(world, 'Duka la Saa');
  await signInAtShop(page, shop.merchantCode, SETTINGS);
  await page.getByRole('button', { name: 'Set hours' }).click();
  await page.getByLabel('Monday: opens at').fill('');
  await page.getByRole('button', { name: 'Save hours' }).click();
  await expect(page.getByText('Please enter a time such as 08:30')).toBeVisible();
  await page.getByLabel('Monday: opens at').fill('07:30');
  await page.getByRole('button', { name: 'Monday for all' }).click();
  await page.getByLabel('Saturday: open or closed').selectOption('Open all day');
  await page.getByLabel('Sunday: open or closed').selectOption('Closed');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflowOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save hours' }).click();
  await expect(page.getByText('Opening hours saved')).toBeVisible();
  await page.getByLabel('How often').selectOption('Every week');
  await page.getByLabel('Day', { exact: true }).selectOption('Friday');
  await page.getByLabel('Hour', { exact: true }).selectOption('15:00');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await expect(page.getByText('Settlement schedule saved')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Monday to Friday')).toBeVisible();
  await expect(page.getByText('07:30–18:00')).toBeVisible();
  await expect(page.getByText(/^Every Friday at 15:00 you are paid/u)).toBeVisible();
});

test('S131 the first pay-out channel counts at once, the next one after a day', async ({ page, world }) => {
  const shop = await openShop(world, 'Duka la Malipo');
  await signInAtShop(page, shop.merchantCode, SETTINGS);
  await expect(page.getByText('Nothing is paid out yet')).toBeVisible();
  await page.getByRole('button', { name: 'Set channel' }).click();
  const first = page.getByRole('dialog', { name: 'Set the pay-out channel' });
  await first.getByLabel('M-PESA number').fill('0712 000 001');
  await first.getByLabel('Your password', { exact: true }).fill('not-the-password');
  await first.getByRole('button', { name: 'Save channel' }).click();
  await expect(first.getByText('Your current password is not right.')).toBeVisible();
  await first.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
  await first.getByRole('button', { name: 'Save channel' }).click();
  await expect(page.getByText('M-PESA 0712 000 001')).toBeVisible();
  await page.getByRole('button', { name: 'Change channel' }).click();
  const next = page.getByRole('dialog', { name: 'Change the pay-out channel?' });
  await expect(next.getByText('it takes effect after 24 hours')).toBeVisible();
  await next.getByLabel('Paid to').selectOption('Bank account');
  await next.getByRole('button', { name: 'Change channel' }).click();
  await expect(next.getByText('Please choose a bank')).toBeVisible();
  await next.getByLabel('Bank', { exact: true }).selectOption('Equity Bank');
  await next.getByLabel('Account number').fill('0110123456');
  await next.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
  await next.getByRole('button', { name: 'Change channel' }).click();
  await expect(page.getByText(/money goes to Equity Bank, account 0110123456/u)).toBeVisible();
  await expect(page.getByText('M-PESA 0712 000 001')).toBeVisible();
});

test('S135 staff are added, changed, reset and disabled; a cashier has nothing but the own account', async ({
  page,
  world,
}) => {
  const shop = await openShop(world, 'Duka la Timu');
  await signInAtShop(page, shop.merchantCode, SETTINGS);
  const add = page.getByRole('dialog', { name: 'Add staff' });
  const addAs = async (handle: string, name: string) => {
    await page.getByRole('button', { name: 'Add staff' }).first().click();
    await add.getByLabel('Name', { exact: true }).fill(name);
    await add.getByLabel('Sign-in name').fill(handle);
    await add.getByLabel('Email').fill(`${handle}.${shop.contactEmail}`);
    await add.getByRole('button', { name: 'Add staff' }).click();
  };
  await addAs('achieng', 'Achieng Otieno');
  await expect(page.getByText('Staff account added')).toBeVisible();
  await addAs('ACHIENG', 'Achieng Were');
  await expect(add.getByText('One of your staff already has this sign-in name.')).toBeVisible();
  await add.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Manage Achieng Otieno' }).click();
  const account = page.getByRole('dialog', { name: 'Account of Achieng Otieno' });
  await account.getByLabel('Role').selectOption('manager');
  await account.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(/^Manager · /u)).toBeVisible();
  const code = await addColleague(world, shop, { name: 'Juma Cash', handle: 'juma', staffRole: 'cashier' });
  await page.reload();
  const before = await mailedPassword(world, shop, 'juma');
  await manage(page, 'Reset password', 'Reset the password of Juma Cash?');
  await expect(page.getByText('A temporary password was mailed')).toBeVisible();
  await expect.poll(() => mailedPassword(world, shop, 'juma')).not.toBe(before);
  const temporary = await mailedPassword(world, shop, 'juma');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/merchant\/login/u);
  await submitLogin(page, 'Merchant code', code, temporary);
  await page.getByLabel('Temporary password').fill(temporary);
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('This device')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Account Security', 'Signed-in devices']);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/merchant\/login/u);

  await signInAtShop(page, shop.merchantCode, SETTINGS);
  await manage(page, 'Disable account', 'Disable the account of Juma Cash?');
  await expect(page.getByText('Inactive')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/merchant\/login/u);
  await submitLogin(page, 'Merchant code', code, NEW_PASSWORD);
  await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toBeVisible();
});

test('S127 a manager changes the business, not its people, pay-outs and email', async ({ page, world }) => {
  const shop = await openShop(world, 'Duka la Meneja');
  const manager = await addColleague(world, shop, {
    name: 'Moses Maina',
    handle: 'moses',
    staffRole: 'manager',
  });
  await signInAtShop(page, manager, SETTINGS);
  await expect(page.getByRole('button', { name: 'Edit contact' })).toBeVisible();
  await expect(page.getByText('Only the owner can do that.')).toBeVisible();
  for (const name of ['Set channel', 'Change email', 'Add staff'])
    await expect(page.getByRole('button', { name })).toBeHidden();
});

test('S136 password, second factor and devices of a merchant are its own', async ({
  page,
  browser,
  world,
  baseURL,
}) => {
  const { merchantCode } = await openShop(world, 'Duka la Siri');
  const other = await browser.newPage({ baseURL });
  await signInAtShop(other, merchantCode);
  await signInAtShop(page, merchantCode, SETTINGS);
  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await dialog.getByLabel('Current password').fill(DEMO_PASSWORD);
  await dialog.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await dialog.getByLabel('Confirm new password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL(/\/merchant\/login/u);
  await other.close();

  await page.getByRole('button', { name: 'Enable' }).click();
  const proof = page.getByRole('dialog', { name: 'Enable two-factor authentication?' });
  await proof.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await proof.getByRole('button', { name: 'Continue' }).click();
  const scan = page.getByRole('dialog', { name: 'Two-Factor Authentication' });
  const secret = (await scan.locator('code').innerText()).replaceAll(/\s/gu, '');
  await scan.getByLabel('Code from the app').fill(totp(secret));
  await scan.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('Enabled', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/merchant\/login/u);
  await submitLogin(page, 'Merchant code', merchantCode, NEW_PASSWORD);
  await page.getByLabel('Authentication code').fill(totp(secret, 1));
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/merchant\/dashboard/u);
});

async function manage(page: Page, action: string, question: string): Promise<void> {
  await page.getByRole('button', { name: 'Manage Juma Cash' }).click();
  await page.getByRole('dialog').getByRole('button', { name: action }).click();
  await page.getByRole('dialog', { name: question }).getByRole('button', { name: action }).click();
}

async function mailedPassword({ sandbox }: World, { merchantCode }: Shop, handle: string): Promise<string> {
  const address = `${handle}.${merchantCode}@example.test`.toLowerCase();
  const [, password = ''] = await sandbox.mail(address, /password:?\s+(\S{12,})/iu);
  return password;
}
