import { submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

test('a forgotten password is reset with the code from the SMS', async ({ page, meet, world }) => {
  const person = await meet('Kanini', 'Mutua');
  await page.goto('/forgot-password');
  await page.getByRole('link', { name: 'Use my phone number instead' }).click();
  await page.getByLabel('Phone number').fill(`0${person.phoneNumber.slice(3)}`);
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page.getByText('Reset code sent to your phone')).toBeVisible();

  const [, otp = ''] = await world.sandbox.sms(person.phoneNumber, /^(\d{6}) sets a new Zawadi password/u);
  await page.getByLabel('Verification code').fill(otp);
  await page.getByLabel('New password').fill('A-new-password-1');
  await page.getByLabel('Confirm password').fill('A-new-password-1');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Password reset successful')).toBeVisible();
  await submitLogin(page, 'Email', person.email, 'A-new-password-1');
  await expect(page.getByRole('heading', { name: 'Welcome back, Kanini' })).toBeVisible();
});
