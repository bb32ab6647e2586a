import { DEMO_PASSWORD } from '@zawadi/story/people';
import { signIn, submitLogin } from '../helpers/sign-in.ts';
import { expect } from '../helpers/test.ts';
import { totp } from '../helpers/totp.ts';
import type { Walk } from './look.ts';

const PROFILE = '/dashboard/profile';

/** Walks the profile with its dialogs, and the sign-in of a user with a second factor. */
export async function walkProfile(walk: Walk): Promise<void> {
  const { page, meet, look } = walk;
  const person = await meet('Salma', 'Mohamed');
  await signIn(page, person, PROFILE);
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  await look(page, 'profile-whole');
  await edit(walk, person.email);
  await picture(walk);
  await password(walk);
  await questions(walk);
  await secondFactor(walk);
  await letters(walk);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/u);
  await submitLogin(page, 'Email', person.email);
  await expect(page.getByLabel('Authentication code')).toBeFocused();
  await look(page, 'login-code');
}

/** Walks the consumer's letters to support. */
async function letters({ page, look }: Walk): Promise<void> {
  await page.goto('/dashboard/support');
  await expect(page.getByText('No letters yet')).toBeVisible();
  await page.getByRole('button', { name: 'Send message' }).click();
  await look(page, 'letters-problems');
  await page.getByLabel('Subject').fill('My gift');
  await page.getByLabel('Message').fill('It did not come.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('With us')).toBeVisible();
  await look(page, 'letters');
  await page.goto(PROFILE);
}

async function edit({ page, look }: Walk, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('First name').fill('');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Please fill in all required fields')).toBeVisible();
  await look(page, 'profile-problems');
  await page.getByLabel('First name').fill('Salma');
  await page.getByLabel('Email', { exact: true }).fill(`new.${email}`);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect(proof).toBeVisible();
  await look(page, 'profile-proof');
  await proof.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await proof.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Pending', { exact: true })).toBeVisible();
  await look(page, 'profile-pending');
}

async function picture({ page, look }: Walk): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload picture' }).click();
  const file = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await (await choosing).setFiles(file);
  const dialog = page.getByRole('dialog', { name: 'Your picture' });
  await expect(dialog).toBeVisible();
  await look(page, 'profile-crop');
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible();
  await look(page, 'profile-picture');
}

async function password({ page, look }: Walk): Promise<void> {
  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await dialog.getByLabel('New password', { exact: true }).fill('kiti9mbuzi');
  await expect(dialog.getByText('Fair: longer is stronger.')).toBeVisible();
  await look(page, 'profile-password');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
}

async function questions({ page, look }: Walk): Promise<void> {
  await page.getByRole('button', { name: 'Freeze my wallet' }).click();
  await expect(page.getByRole('dialog', { name: 'Freeze your wallet?' })).toBeVisible();
  await look(page, 'profile-freeze');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await look(page, 'profile-sign-out');
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await page.route('**/delete-account', (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'wallet_not_empty', customerMessage: 'Please withdraw what is in your wallet first.' },
    }),
  );
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog', { name: /^Delete the account of/u });
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(dialog.getByRole('link', { name: 'Withdraw to M-PESA' })).toBeVisible();
  await look(page, 'profile-delete');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
}

async function secondFactor({ page, look }: Walk): Promise<void> {
  await page.getByRole('button', { name: 'Enable' }).click();
  const proof = page.getByRole('dialog', { name: 'Enable two-factor authentication?' });
  await proof.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await proof.getByRole('button', { name: 'Continue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Two-Factor Authentication' });
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/gu, '');
  await look(page, 'profile-two-factor');
  await dialog.getByLabel('Code from the app').fill(totp(secret));
  await dialog.getByRole('button', { name: 'Enable' }).click();
  await expect(page.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible();
  await look(page, 'profile-recovery-codes');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('button', { name: 'Disable' }).click();
  await look(page, 'profile-two-factor-off');
  await page.getByRole('button', { name: 'Cancel' }).click();
}
