import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { buyGift, claim } from '@zawadi/story/steps';
import { readFileSync } from 'node:fs';
import { overflowOf } from './helpers/overflow.ts';
import { signIn, submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { totp } from './helpers/totp.ts';

const PROFILE = '/dashboard/profile';
const NEW_PASSWORD = 'embe tamu la 2027';

test('S43 names are saved, and Cancel brings the saved ones back', async ({ page, meet }) => {
  await signIn(page, await meet('Halima', 'Noor'), PROFILE);
  const edit = page.getByRole('button', { name: 'Edit Profile' });
  const firstName = page.getByLabel('First name');
  await edit.click();
  await expect(firstName).toBeFocused();
  await firstName.fill('Nobody');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(edit).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Halima Noor' })).toBeVisible();
  await edit.click();
  await expect(firstName).toHaveValue('Halima');
  await firstName.fill('');
  await page.getByLabel('Last name').fill('Abdi');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Please fill in all required fields')).toBeVisible();
  await firstName.fill('Halima');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Profile of Halima Abdi' })).toBeVisible();
});

test('S68 a new phone and address wait until they are proven, or are given up', async ({
  page,
  meet,
  world,
}) => {
  const person = await meet('Imani', 'Wekesa');
  const phone = `2541${person.phoneNumber.slice(4)}`;
  await signIn(page, person, PROFILE);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Email', { exact: true }).fill(`new.${person.email}`);
  await page.getByLabel('Phone number').fill(phone);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const proof = page.getByRole('dialog', { name: 'Is it you who changes this?' });
  await proof.getByLabel('Password', { exact: true }).fill('not-the-password');
  await proof.getByRole('button', { name: 'Save Changes' }).click();
  await expect(proof.getByText('Your current password is not right.')).toBeVisible();
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Phone number')).toHaveValue(phone);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await proof.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await proof.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Pending', { exact: true })).toHaveCount(2);
  await expect(page.getByText('Verified', { exact: true })).toHaveCount(2);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflowOf(page)).toEqual([]);
  await page.getByRole('button', { name: `Keep ${person.email}` }).click();
  await expect(page.getByText('Pending', { exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Send Code' }).click();
  const [otp = ''] = await world.sandbox.sms(phone, /\b\d{6}\b/u);
  await page.getByLabel('Verification code').fill(otp);
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('Pending', { exact: true })).toHaveCount(0);
  await expect(page.getByText(`0${phone.slice(3, 6)} ${phone.slice(6, 9)} ${phone.slice(9)}`)).toBeVisible();
});

test('S73 switches are kept', async ({ page, meet }) => {
  await signIn(page, await meet('Juma', 'Omondi'), PROFILE);
  const alerts = page.getByRole('switch', { name: 'Email Alerts' });
  const push = page.getByRole('switch', { name: 'Push Notifications' });
  const wasOn = await push.isChecked();
  await alerts.uncheck();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
  await expect(alerts).not.toHaveAttribute('aria-busy', 'true');
  await push.setChecked(!wasOn);
  await expect(push).not.toHaveAttribute('aria-busy', 'true');
  await page.reload();
  await expect(alerts).not.toBeChecked();
  await expect(push).toBeChecked({ checked: !wasOn });
});

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

test('S89 everything about a person comes as one file', async ({ page, meet }) => {
  const person = await meet('Naliaka', 'Simiyu');
  await signIn(page, person, PROFILE);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await (await downloading).path();
  expect(readFileSync(file, 'utf8')).toContain(person.email);
});

test('S85 an account with money is not deleted, an empty one is', async ({ page, meet, world }) => {
  const friend = await meet('Otieno', 'Were');
  const person = await meet('Pendo', 'Charo');
  await buyGift(world, friend, { recipient: person, amount: 500, message: 'Asante', cloth: 'plain' });
  const [, claimToken = ''] = await world.sandbox.sms(person.phoneNumber, /\/v\/([\w.~-]+)/u);
  await claim(world, person, claimToken);
  await signIn(page, person, PROFILE);
  await deleteAs(page, 'not-the-password');
  const dialog = page.getByRole('dialog', { name: 'Delete the account of Pendo Charo?' });
  await expect(dialog.getByText('Your current password is not right.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(dialog.getByText('Please withdraw what is in your wallet first.')).toBeVisible();
  await dialog.getByRole('link', { name: 'Withdraw to M-PESA' }).click();
  await expect(page).toHaveURL('/dashboard/wallet');

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/u);
  await signIn(page, friend, PROFILE);
  await deleteAs(page, DEMO_PASSWORD);
  await expect(page.getByText('Your account was deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/login/u);
  await submitLogin(page, 'Email', friend.email);
  await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toBeVisible();
});

test('S42 a picture is chosen, cropped with the keyboard, shown in the menu and removed', async ({
  page,
  meet,
}) => {
  await signIn(page, await meet('Rehema', 'Juma'), PROFILE);
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload picture' }).click();
  const chooser = await choosing;
  await chooser.setFiles({ name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
  await expect(page.getByText('We could not read this picture.')).toBeVisible();
  await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() });
  const dialog = page.getByRole('dialog', { name: 'Your picture' });
  await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight');
  await dialog.getByRole('slider', { name: 'Left and right' }).press('Home');
  await dialog.getByRole('img', { name: 'Preview of your picture' }).dragTo(dialog.getByRole('heading'));
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByText('Picture saved')).toBeVisible();
  const picture = page.getByRole('complementary', { name: 'Sidebar' }).locator('img.avatar');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(picture).toBeHidden();
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeVisible();
});

async function deleteAs(page: Page, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog', { name: /^Delete the account of/u });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
}

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
