import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { buyGift, claim } from '@zawadi/story/steps';
import { readFileSync } from 'node:fs';
import { overflowOf } from './helpers/overflow.ts';
import { signIn, submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

const PROFILE = '/dashboard/profile';

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
  // This browser blocks notifications; push.spec.ts has one that does not.
  await expect(push).toBeDisabled();
  await expect(push).not.toBeChecked();
  await alerts.uncheck();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
  await expect(alerts).not.toHaveAttribute('aria-busy', 'true');
  await page.reload();
  await expect(alerts).not.toBeChecked();
});

test('a browser without notifications says that SMS and email still come', async ({
  page,
  context,
  meet,
}) => {
  await context.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await signIn(page, await meet('Zawadi', 'Njoki'), PROFILE);
  await expect(
    page.getByText('This browser cannot show notifications. SMS and email still come.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on here' })).toBeHidden();
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
