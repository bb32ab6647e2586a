import { generatePhoneOtp, signup, verifyPhone } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson, signIn as signInByApi } from '@zawadi/story/people';
import { signIn, submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

const PASSWORD = 'A-kite-over-Kilifi-7';

test('the owner of an email address that another account uses without having confirmed it can sign up and confirm it', async ({
  page,
  world: { api, sandbox },
}) => {
  const holder = newPerson('Neema', 'Achieng');
  await api.call(signup, { body: { ...holder, password: DEMO_PASSWORD } });
  const bearer = await signInByApi(api, holder);
  await api.call(generatePhoneOtp, { body: {} }, { bearer });
  const [otp = ''] = await sandbox.sms(holder.phoneNumber, /\b\d{6}\b/u);
  await api.call(verifyPhone, { body: { otp } }, { bearer });

  const owner = { ...newPerson('Amina', 'Hassan'), email: holder.email };
  await page.goto('/register');
  await page.getByLabel('First name').fill(owner.firstName);
  await page.getByLabel('Last name').fill(owner.lastName);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Phone number').fill(owner.phoneNumber);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByLabel(/I agree to the/u).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  const created = page.getByRole('dialog', { name: 'Account Created!' });
  await expect(created).toContainText('We have sent a verification link to your email.');
  await created.getByRole('button', { name: 'Continue to Dashboard' }).click();
  await submitLogin(page, 'Email', owner.email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Welcome back, Amina' })).toBeVisible();

  await page.goto('/dashboard/profile');
  await expect(page.getByText(`We sent a link to ${owner.email}.`)).toBeVisible();
  const before = (await sandbox.mails(owner.email)).length;
  await page.getByRole('button', { name: 'Resend Email' }).click();
  await expect(page.getByText('Verification email sent')).toBeVisible();
  await expect.poll(async () => (await sandbox.mails(owner.email)).length).toBe(before + 1);
  const [link = ''] = await sandbox.mail(owner.email, /https?:\S+verify-email#token=[\w.~-]+/u);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByText('Your email is verified.')).toBeVisible();

  await sandbox.sms(holder.phoneNumber, /^Zawadi: you never confirmed/u);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, { email: holder.phoneNumber }, '/dashboard/profile');
  await expect(page.getByRole('heading', { name: 'Add your email' })).toBeVisible();
  await expect(page.getByText(owner.email)).toHaveCount(0);
});
