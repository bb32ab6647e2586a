import { generatePasswordOtp, updateProfile, userDetails } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

test('a user who did not ask for a new address takes it back from the email, by a pressed button, and sets a new password', async ({
  page,
  meet,
  world,
}) => {
  const person = await meet('Furaha', 'Mutiso');
  const wanted = { email: `thief.${person.email}`, currentPassword: DEMO_PASSWORD };
  await world.api.call(updateProfile, { body: wanted }, { bearer: person.bearer });
  const [link = ''] = await world.sandbox.mail(person.email, /https?:\S+not-me#token=[\w-]+/u);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Was this not you?' })).toBeVisible();
  const before = await world.api.call(userDetails, { body: {} }, { bearer: person.bearer });
  expect(before.pendingEmail).toBe(wanted.email);
  await page.getByRole('button', { name: 'This was not me' }).click();
  await expect(page.getByText('Your account is safe.')).toBeVisible();
  await page.getByRole('link', { name: 'Set a new password' }).click();
  await expect(page).toHaveURL('/forgot-password');
});

test('the link of the reset email sets a new password without a code, and is then used up', async ({
  page,
  meet,
  world,
}) => {
  const person = await meet('Gakii', 'Muthoni');
  await world.api.call(generatePasswordOtp, { body: { email: person.email } });
  const [link = ''] = await world.sandbox.mail(person.email, /https?:\S+reset-password#token=[\w-]+/u);
  await page.goto(link);
  await expect(page.getByLabel('Verification code')).toHaveCount(0);
  for (const label of ['New password', 'Confirm password'])
    await page.getByLabel(label).fill('maembe matatu ya jioni');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Password reset successful')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/u);
  await submitLogin(page, 'Email', person.email, 'maembe matatu ya jioni');
  await expect(page.getByRole('heading', { name: 'Welcome back, Gakii' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.goto(link);
  for (const label of ['New password', 'Confirm password'])
    await page.getByLabel(label).fill('maembe manne ya jioni');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible();
  await page.getByRole('link', { name: 'Ask for a new email' }).click();
  await expect(page).toHaveURL('/forgot-password');
});
