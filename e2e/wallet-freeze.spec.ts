import { DEMO_PASSWORD } from '@zawadi/story/people';
import { submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

test('an owner without a session freezes the wallet from the sign-in page by SMS', async ({
  page,
  meet,
  world,
}) => {
  const person = await meet('Nekesa', 'Barasa');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Freeze your wallet' }).click();
  await page.getByLabel('Phone number').fill(person.phoneNumber);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const [, code = ''] = await world.sandbox.sms(person.phoneNumber, /^(\d{6}) freezes your Zawadi wallet/u);
  await page.getByLabel('Verification code').fill(code);
  await page.getByRole('button', { name: 'Freeze my wallet' }).click();
  await expect(page.getByText('Your wallet is frozen.')).toBeVisible();
});

test('the link in the SMS freezes by a pressed button, and then no more', async ({ page, meet, world }) => {
  const person = await meet('Wafula', 'Simiyu');
  await page.goto('/freeze');
  await page.getByLabel('Phone number').fill(person.phoneNumber);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const [link = ''] = await world.sandbox.sms(person.phoneNumber, /https?:\S+freeze#token=[\w-]+/u);
  await page.goto(link);
  await page.getByRole('button', { name: 'Freeze my wallet' }).click();
  await expect(page.getByText('Your wallet is frozen.')).toBeVisible();
  await page.goto('/login');
  await page.goto(link);
  await page.getByRole('button', { name: 'Freeze my wallet' }).click();
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible();
  await page.getByRole('link', { name: 'Set a new password' }).click();
  await expect(page).toHaveURL('/forgot-password');
});

test('the profile freezes the wallet, and password and second contact open it where it is shown', async ({
  page,
  meet,
  world,
}) => {
  const person = await meet('Akinyi', 'Odhiambo');
  await page.goto('/login');
  await submitLogin(page, 'Email', person.email, DEMO_PASSWORD);
  await expect(page.getByRole('heading', { name: 'Welcome back, Akinyi' })).toBeVisible();
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Freeze my wallet' }).click();
  const asking = page.getByRole('dialog', { name: 'Freeze your wallet?' });
  await asking.getByRole('button', { name: 'Freeze my wallet' }).click();
  await expect(page.getByText('No money leaves it. Gifts still come in.')).toBeVisible();

  await page.getByRole('button', { name: 'Open in 24 hours' }).click();
  const later = page.getByRole('dialog', { name: 'Open your wallet in 24 hours?' });
  await later.getByRole('button', { name: 'Open in 24 hours' }).click();
  await expect(page.getByText('No money leaves it. It opens')).toBeVisible();
  await page.goto('/dashboard/redeem?way=withdraw');
  await page.getByRole('link', { name: 'Your wallet is frozen' }).click();
  await expect(page.getByRole('heading', { name: 'Your wallet is frozen' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Withdraw', exact: true })).toBeHidden();

  await page.getByRole('button', { name: 'Open wallet' }).click();
  const opening = page.getByRole('dialog', { name: 'Open your wallet?' });
  await expect(opening.getByText('We have sent a code to')).toBeVisible();
  const [, code = ''] = await world.sandbox.mail(person.email, /Open your wallet[^]*?\b(\d{6})\b/u);
  await opening.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await opening.getByLabel('Verification code').fill(code);
  await opening.getByRole('button', { name: 'Open wallet' }).click();
  await expect(page.getByRole('link', { name: 'Withdraw', exact: true })).toBeVisible();
});
