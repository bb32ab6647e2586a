import { adminLogin, enableTwoFactor, startTwoFactor } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { hire, signInAsAdmin } from './helpers/administrators.ts';
import { letIdle, letProofsAge } from './helpers/database.ts';
import { overflowOf } from './helpers/overflow.ts';
import { addPasskey, openPasskeys, plugInAuthenticator } from './helpers/passkeys.ts';
import { openShop, signInAtShop } from './helpers/shops.ts';
import { submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { totp } from './helpers/totp.ts';

const PAGES = ['Users', 'Merchants', 'Support', 'Transactions'];

test('ten minutes after the sign-in an administrator confirms with a code before an account is frozen', async ({
  page,
  world,
  meet,
}) => {
  const person = await meet('Akinyi', 'Odero');
  const email = await hire(world, 'administrator');
  const { accessToken: bearer } = await world.api.call(adminLogin, {
    body: { email, password: DEMO_PASSWORD },
  });
  const { secret } = await world.api.call(startTwoFactor, { body: { password: DEMO_PASSWORD } }, { bearer });
  const { recoveryCodes } = await world.api.call(
    enableTwoFactor,
    { body: { otp: totp(secret) } },
    { bearer },
  );

  await page.goto(`/admin/login?from=/admin/users/${person.user.id}`);
  await submitLogin(page, 'Email', email);
  await page.getByLabel('Authentication code').fill(recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Freeze account' }).click();
  await letProofsAge(email, 11);
  const freezing = page.getByRole('dialog', { name: /Freeze/u });
  await freezing.getByLabel('Reason').fill('The phone was stolen');
  await freezing.getByRole('button', { name: /Freeze/u }).click();

  const question = page.getByRole('dialog', { name: 'Please confirm that it is you' });
  const code = question.getByLabel('Authentication code');
  await expect(code).toBeFocused();
  await page.setViewportSize({ width: 360, height: 640 });
  expect(await overflowOf(page)).toEqual([]);
  await code.fill('12');
  await code.press('Enter');
  await expect(question.getByText('Invalid verification code')).toBeVisible();
  // A code of in five minutes.
  await code.fill(totp(secret, 10));
  await code.press('Enter');
  await expect(question.getByText('Invalid verification code')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(freezing.getByLabel('Reason')).toHaveValue('The phone was stolen');
  await expect(freezing.getByText('You did not confirm that it is you. Nothing has changed.')).toBeVisible();
  await freezing.getByRole('button', { name: /Freeze/u }).click();
  await code.fill(totp(secret, 1));
  await code.press('Enter');
  await expect(freezing).toBeHidden();
  await expect(page.getByText('Frozen', { exact: true }).first()).toBeVisible();
});

test('an owner confirms with a passkey, and a device that gives none loses nothing', async ({
  page,
  world,
}) => {
  const authenticator = await plugInAuthenticator(page);
  const { merchantCode } = await openShop(world, 'Duka la Kidole');
  await signInAtShop(page, merchantCode, '/merchant/dashboard/settings');
  await openPasskeys(page);
  await addPasskey(page);
  await page.goto('/merchant/dashboard/api');
  await page.getByRole('button', { name: 'Add key' }).click();
  await letProofsAge(merchantCode, 11);
  const adding = page.getByRole('dialog', { name: 'Add an API key' });
  await adding.getByLabel('Name').fill('Till 2');
  await adding.getByRole('button', { name: 'Add key' }).click();
  const question = page.getByRole('dialog', { name: 'Please confirm that it is you' });
  await authenticator.setVerified(false);
  await question.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(question.getByText('No passkey was used. Nothing has changed.')).toBeVisible();
  await authenticator.setVerified(true);
  await question.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(page.getByText('API key made')).toBeVisible();
  await expect(question).toBeHidden();
});

test('an administrator who did nothing for 30 minutes signs in again and goes on where it was', async ({
  page,
  world,
}) => {
  const email = await hire(world, 'support');
  await signInAsAdmin(page, '/admin/merchants?status=PENDING', email);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await letIdle(email, 31);
  const menu = page.getByRole('navigation', { name: 'Main' });
  const idle = page.getByText('You were signed out after 30 minutes without activity. Please sign in again.');
  // The server remembers sessions for a second.
  let tries = 0;
  await expect(async () => {
    const link = menu.getByRole('link', { name: PAGES[tries++ % PAGES.length], exact: true });
    if (await link.isVisible()) await link.click();
    await expect(idle).toHaveCount(1, { timeout: 2_000 });
  }).toPass();
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/login\?from=/u);
  const from = new URL(page.url()).searchParams.get('from') ?? '';
  await submitLogin(page, 'Email', email);
  await expect(page).toHaveURL(from);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await letIdle(email, 31);
  await expect(async () => {
    await page.reload();
    await expect(idle).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page).toHaveURL(/\/admin\/login\?from=/u);
});
