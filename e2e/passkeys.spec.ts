import type { Page } from '@playwright/test';
import { enableTwoFactor, startTwoFactor } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { hire, signInAsAdmin } from './helpers/administrators.ts';
import { overflowAt320 } from './helpers/overflow.ts';
import { addPasskey, openPasskeys, plugInAuthenticator } from './helpers/passkeys.ts';
import { openShop, signInAtShop } from './helpers/shops.ts';
import { signIn, submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { totp } from './helpers/totp.ts';

const PROFILE = '/dashboard/profile';
const WITH_PASSKEY = 'Continue with a passkey';

async function signOut(page: Page, login: string, onward: string): Promise<void> {
  // Without it the first field asks for a passkey too, and this authenticator answers every request.
  await page.evaluate(() => localStorage.removeItem('zawadi.passkey'));
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/u);
  await page.goto(`${login}?from=${encodeURIComponent(onward)}`);
}

test('a consumer adds a passkey, signs in with it, gives it a name and removes it', async ({
  page,
  meet,
}) => {
  const authenticator = await plugInAuthenticator(page);
  await signIn(page, await meet('Neema', 'Achieng'), PROFILE);
  await openPasskeys(page);
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  await expect(page.getByText('Chrome, Linux')).toBeVisible();
  expect(await overflowAt320(page)).toEqual([]);

  await signOut(page, '/login', PROFILE);
  await page.getByRole('button', { name: WITH_PASSKEY }).click();
  await expect(page).toHaveURL(PROFILE);
  await openPasskeys(page);
  await expect(page.getByText('Last used')).toBeVisible();

  await page.getByRole('button', { name: 'Rename Chrome, Linux' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename Chrome, Linux' });
  await renaming.getByLabel('Name').fill('');
  await renaming.getByRole('button', { name: 'Save' }).click();
  await expect(renaming.getByText('Please fill in all required fields')).toBeVisible();
  await renaming.getByLabel('Name').fill('My phone');
  await renaming.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('My phone', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Remove My phone' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove My phone?' });
  await removing.getByLabel('Password', { exact: true }).fill('not-the-password');
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(removing.getByText('Your current password is not right.')).toBeVisible();
  await removing.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Passkey removed')).toBeVisible();
  await expect(page.getByText('My phone', { exact: true })).toBeHidden();

  await signOut(page, '/login', PROFILE);
  await page.getByRole('button', { name: WITH_PASSKEY }).click();
  await expect(page.getByText('This passkey does not belong to an account here.')).toBeVisible();
});

test('where a passkey was used before, the first field offers it', async ({ page, meet }) => {
  await plugInAuthenticator(page);
  await signIn(page, await meet('Zuhura', 'Salim'), PROFILE);
  await openPasskeys(page);
  await addPasskey(page);
  // The login stands for a moment only.
  const signedOut = page.waitForURL(/\/login/u, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Logout' }).click();
  await signedOut;
  // The authenticator picks what a person would pick in the list below the field.
  await expect(page).toHaveURL(/\/dashboard/u);
});

test('a passkey stands in for the code after the password, and who changes their mind loses nothing', async ({
  page,
  meet,
  world,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const authenticator = await plugInAuthenticator(page);
  const person = await meet('Wambui', 'Njoki');
  await signIn(page, person, PROFILE);
  await openPasskeys(page);
  await addPasskey(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/login?from=${encodeURIComponent(PROFILE)}`);
  const { bearer } = person;
  const { secret } = await world.api.call(startTwoFactor, { body: { password: DEMO_PASSWORD } }, { bearer });
  await world.api.call(enableTwoFactor, { body: { otp: totp(secret) } }, { bearer });

  await submitLogin(page, 'Email', person.email);
  await expect(page.getByLabel('Authentication code')).toBeFocused();
  await authenticator.setVerified(false);
  await page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(page.getByText('No passkey was used. Nothing has changed.')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  expect(await overflowAt320(page)).toEqual([]);
  await authenticator.setVerified(true);
  await page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(page).toHaveURL(PROFILE);
});

test('the owner of a shop adds a passkey at phone width and opens the portal with it', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await plugInAuthenticator(page);
  const { merchantCode } = await openShop(world, 'Duka la Funguo');
  await signInAtShop(page, merchantCode, '/merchant/dashboard/settings');
  await openPasskeys(page);
  await addPasskey(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/merchant/login');
  await page.getByRole('button', { name: WITH_PASSKEY }).click();
  await expect(page).toHaveURL(/\/merchant\/dashboard/u);
  // The same device, at another door: the passkey is of the shop.
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.getByRole('button', { name: WITH_PASSKEY }).click();
  await expect(page.getByText('This passkey does not belong to an account here.')).toBeVisible();
});

test('an administrator who has one can require one of all, and a colleague adds it first', async ({
  page,
  browser,
  world,
  baseURL,
}) => {
  await plugInAuthenticator(page);
  const [email, newcomer] = [await hire(world, 'administrator'), await hire(world, 'support')];
  await signInAsAdmin(page, '/admin/settings', email);
  const required = page.getByRole('switch', { name: 'Passkeys for administrators' });
  await expect(required).toBeDisabled();
  await openPasskeys(page);
  await addPasskey(page);
  await page.reload();
  await required.click();
  await page.getByRole('dialog').getByLabel('Reason').fill('For the journeys');
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
  await expect(required).toBeChecked();
  try {
    const context = await browser.newContext({ baseURL });
    const colleague = await context.newPage();
    await plugInAuthenticator(colleague);
    await colleague.goto('/admin/login');
    await submitLogin(colleague, 'Email', newcomer);
    await expect(colleague.getByRole('heading', { name: 'Protect your sign-in' })).toBeVisible();
    await addPasskey(colleague);
    await colleague.getByRole('button', { name: 'Continue' }).click();
    await expect(colleague).toHaveURL('/admin');
    await context.close();
  } finally {
    await required.click();
    await page.getByRole('dialog').getByLabel('Reason').fill('For the journeys');
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await expect(required).not.toBeChecked();
  }
  await signOut(page, '/admin/login', '/admin/users');
  await page.getByRole('button', { name: WITH_PASSKEY }).click();
  await expect(page).toHaveURL('/admin/users');
});

test('a page at an IP address leads to the one that passkeys work at', async ({ page, baseURL }) => {
  const named = new URL(baseURL ?? '');
  await page.goto(`http://127.0.0.1:${named.port}/login`);
  await page.getByRole('button', { name: WITH_PASSKEY }).click();
  await page.getByRole('link', { name: 'Open this page by its name' }).click();
  await expect(page).toHaveURL(`${named.origin}/login`);
});
