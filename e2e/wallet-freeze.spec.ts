import { DEMO_PASSWORD } from '@zawadi/story/people';
import { submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

test('a user freezes the wallet in the profile, and unfreezes it with the password and the second contact', async ({
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
