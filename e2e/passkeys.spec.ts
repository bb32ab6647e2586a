import type { Page } from '@playwright/test';
import { enableTwoFactor, startTwoFactor } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { hire, signInAsAdmin } from './helpers/administrators.ts';
import { overflowAt320 } from './helpers/overflow.ts';
import { addPasskey, openPasskeys, addPhoneAuthenticator } from './helpers/passkeys.ts';
import { signIn, submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { totp } from './helpers/totp.ts';

const PROFILE = '/dashboard/profile';
const WITH_PASSKEY = 'Continue with a passkey';

async function signOut(page: Page, login: string, onward: string): Promise<void> {
  // Forget the passkey: otherwise the first field requests it too, and this authenticator answers every request.
  await page.evaluate(() => localStorage.removeItem('zawadi.passkey'));
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/u);
  await page.goto(`${login}?from=${encodeURIComponent(onward)}`);
}

test('a consumer adds a passkey, signs in with it, also from the first field and in place of a code, and removes it', async ({
  page,
  meet,
  world,
  baseURL,
}) => {
  const named = new URL(baseURL ?? '');
  await page.goto(`http://127.0.0.1:${named.port}/login`);
  await page.getByRole('button', { name: WITH_PASSKEY }).click();
  await page.getByRole('link', { name: 'Open this page by its name' }).click();
  await expect(page).toHaveURL(`${named.origin}/login`);

  const authenticator = await addPhoneAuthenticator(page);
  const person = await meet('Neema', 'Achieng');
  await signIn(page, person, PROFILE);
  await openPasskeys(page);
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  await expect(page.getByText('Chrome, Linux')).toBeVisible();
  expect(await overflowAt320(page)).toEqual([]);
  // The login appears only briefly: the authenticator picks the passkey at once, which a person would pick below the
  // field.
  const signedOut = page.waitForURL(/\/login/u, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Logout' }).click();
  await signedOut;
  await expect(page).toHaveURL(/\/dashboard/u);

  await signOut(page, '/login', PROFILE);
  await page.getByRole('button', { name: WITH_PASSKEY }).click();
  await expect(page).toHaveURL(PROFILE);
  await openPasskeys(page);
  await expect(page.getByText('Last used')).toBeVisible();

  await signOut(page, '/login', PROFILE);
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

  await openPasskeys(page);
  await page.getByRole('button', { name: 'Remove Chrome, Linux' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove Chrome, Linux?' });
  await removing.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await removing.getByLabel('Authentication code').fill(totp(secret, 1));
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Passkey removed')).toBeVisible();
  await signOut(page, '/login', PROFILE);
  await page.getByRole('button', { name: WITH_PASSKEY }).click();
  await expect(page.getByText('This passkey does not belong to an account here.')).toBeVisible();
});

test('an administrator makes passkeys mandatory, and another administrator must add one before anything else', async ({
  page,
  browser,
  world,
  baseURL,
}) => {
  await addPhoneAuthenticator(page);
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
    const other = await context.newPage();
    await addPhoneAuthenticator(other);
    await other.goto('/admin/login');
    await submitLogin(other, 'Email', newcomer);
    await expect(other.getByRole('heading', { name: 'Protect your sign-in' })).toBeVisible();
    await addPasskey(other);
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(other).toHaveURL('/admin');
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
