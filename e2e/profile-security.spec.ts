import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { signIn, submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { totp } from './helpers/totp.ts';

const PROFILE = '/dashboard/profile';
const NEW_PASSWORD = 'embe tamu la 2027';

test('S80 a changed password keeps this device and ends the others', async ({
  page,
  browser,
  meet,
  baseURL,
}) => {
  const person = await meet('Kadzo', 'Mwero');
  const other = await browser.newPage({ baseURL });
  await signIn(other, person);
  await signIn(page, person, PROFILE);
  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await dialog.getByLabel('Current password').fill('not-the-password');
  await dialog.getByLabel('New password', { exact: true }).fill('password1');
  await expect(dialog.getByText('many people use this word')).toBeVisible();
  await dialog.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await expect(dialog.getByText('Strong')).toBeVisible();
  await dialog.getByLabel('Confirm new password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expect(dialog.getByText('Your current password is not right.')).toBeVisible();
  await dialog.getByLabel('Current password').fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(PROFILE);
  await other.reload();
  await expect(other).toHaveURL(/\/login/u);
  await other.close();
});

test('S82 a second factor is switched on, asked for at the login, and switched off', async ({
  page,
  meet,
}) => {
  const person = await meet('Lulu', 'Nyambura');
  await signIn(page, person, PROFILE);
  await expect(page.getByText('Not Enabled')).toBeVisible();
  const secret = await enableTwoFactor(page);
  const codes = await keepRecoveryCodes(page);
  expect(codes).toHaveLength(10);
  await expect(page.getByText('Enabled', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/u);
  await page.goto(`/login?from=${encodeURIComponent(PROFILE)}`);
  await submitLogin(page, 'Email', person.email);
  const code = page.getByLabel('Authentication code');
  await expect(code).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await code.fill('000000');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid verification code')).toBeVisible();
  await code.fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(PROFILE);

  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await prove(page, 'Make new recovery codes?', totp(secret, 1));
  const [fresh = ''] = await keepRecoveryCodes(page);
  expect(codes).not.toContain(fresh);
  await page.getByRole('button', { name: 'Disable' }).click();
  await prove(page, 'Disable two-factor authentication?', fresh);
  await expect(page.getByText('Not Enabled')).toBeVisible();
});

test('S87 another device is signed out from here, and then all of them', async ({
  page,
  browser,
  meet,
  baseURL,
}) => {
  const person = await meet('Mwende', 'Kilonzo');
  const other = await browser.newPage({ baseURL });
  await signIn(other, person);
  await signIn(page, person, PROFILE);
  const devices = page.getByRole('listitem').filter({ hasText: /Chrome/u });
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText('This device');
  await devices.last().getByRole('button', { name: 'Sign out Chrome' }).click();
  await expect(devices).toHaveCount(1);
  await other.reload();
  await expect(other).toHaveURL(/\/login/u);
  await other.close();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/login/u);
});

async function enableTwoFactor(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Enable' }).click();
  const proof = page.getByRole('dialog', { name: 'Enable two-factor authentication?' });
  await proof.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await proof.getByRole('button', { name: 'Continue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Two-Factor Authentication' });
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/gu, '');
  await dialog.getByLabel('Code from the app').fill(totp(secret));
  await dialog.getByRole('button', { name: 'Enable' }).click();
  return secret;
}

async function keepRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Keep your recovery codes' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  const codes = await dialog
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts();
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(dialog).toBeHidden();
  return codes;
}

/** Gives the password and a code to a dialog, and presses its last button. */
async function prove(page: Page, question: string, code: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: question });
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await dialog.getByLabel('Authentication code').fill(code);
  await dialog.getByRole('button').last().click();
}
