import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { signIn, submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { totp } from './helpers/totp.ts';

const PROFILE = '/dashboard/profile';

test('S82 a user switches a second factor on, needs it at the login, and switches it off', async ({
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
  const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  const codes = await dialog
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(dialog).toBeHidden();
  return codes;
}

/** Enters the password and an authentication code in a dialog, and presses the dialog's last button. */
async function prove(page: Page, question: string, code: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: question });
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await dialog.getByLabel('Authentication code').fill(code);
  await dialog.getByRole('button').last().click();
}
