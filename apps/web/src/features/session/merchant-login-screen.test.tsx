// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { changePassword } from '@zawadi/contract/account-security';
import { generateMerchantPasswordOtp, resetMerchantPassword } from '@zawadi/contract/account-security-resets';
import { merchantLogin } from '@zawadi/contract/merchants';
import { refresh } from '@zawadi/contract/sessions';
import { todaysRedemptions } from '@zawadi/contract/redemptions';
import type { MemberRole } from '@zawadi/contract/roles';
import { expect, test } from 'vitest';
import { accessToken } from '../../api/testing/fake-server.ts';
import { answer, refusal, type Answer } from '../../testing/contract-answers.ts';
import { pages } from '../../testing/open-page.tsx';
import { shopPerson } from '../../testing/people.ts';
import { expectSwahili } from '../../testing/swahili.ts';

const { open } = pages();

type Page = Awaited<ReturnType<typeof open>>;

const NEW = 'Tujenge-pamoja-7';

/** Answers of a server that signs in one of the shop's staff members. */
function letIn(role: MemberRole, details: Parameters<typeof shopPerson>[1] = {}): Answer[] {
  const { claims, details: found } = shopPerson(role, details);
  const tokens = {
    accessToken: accessToken(claims.sub, 'ROLE_MERCHANT', 0, role),
    refreshToken: 'refresh',
  };
  return [
    answer(merchantLogin, { ...tokens, deviceToken: 'device' }),
    answer(changePassword, tokens),
    answer(refresh, tokens),
    answer(found.endpoint, found.answer),
  ];
}

async function signIn(page: Page, code: string, password = 'a-password'): Promise<void> {
  await page.person.type(await screen.findByLabelText('Merchant code'), code);
  await page.person.type(screen.getByLabelText('Password'), password);
  await page.press('Sign In');
}

test('a new merchant must replace the temporary password before opening any other page', async () => {
  const temporary = letIn('owner', { mustChangePassword: true, status: 'PENDING' });
  let page = await open('/merchant/dashboard/redeem', { answers: temporary });
  await expect.poll(page.address).toMatch(/^\/merchant\/login\?from=/u);
  await signIn(page, 'duka001');
  expect(await screen.findByRole('heading', { name: 'Choose your own password' })).toBeDefined();
  const as = shopPerson('owner', { mustChangePassword: true, status: 'PENDING' });
  for (const elsewhere of ['/merchant/dashboard', '/merchant/transactions', '/merchant/login']) {
    page = await open(elsewhere, { as });
    await expect.poll(page.address, { message: elsewhere }).toMatch(/^\/merchant\/first-password/u);
  }
  page = await open('/merchant/dashboard/redeem', {
    as,
    answers: [refusal(changePassword, 'password_wrong')],
  });
  await page.press('Save and continue');
  expect(await screen.findByText('Please enter your password')).toBeDefined();
  await page.person.type(screen.getByLabelText('Temporary password'), 'not-what-was-mailed');
  await page.person.type(screen.getByLabelText('New password'), 'Njeri-groceries-2026');
  expect(await screen.findByText(/^Easy to guess: it uses your name/u)).toBeDefined();
  await page.person.clear(screen.getByLabelText('New password'));
  await page.person.type(screen.getByLabelText('New password'), NEW);
  await page.person.type(screen.getByLabelText('Confirm password'), 'Another-demo-1');
  await page.press('Save and continue');
  expect(await screen.findByText('Passwords do not match')).toBeDefined();
  await page.person.clear(screen.getByLabelText('Confirm password'));
  await page.person.type(screen.getByLabelText('Confirm password'), NEW);
  await page.press('Save and continue');
  expect(await screen.findByText('That is not your current password. Please try again.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe(NEW);
  page.answer(...letIn('owner', { status: 'PENDING' }));
  await page.person.clear(screen.getByLabelText('Temporary password'));
  await page.person.click(screen.getByLabelText('Temporary password'));
  // People often copy blanks around the password.
  await page.person.paste(' the-temporary-one ');
  await page.press('Save and continue');
  await expect.poll(page.address).toBe('/merchant/dashboard/redeem');
  expect(page.sent(changePassword).at(-1)).toEqual({
    currentPassword: 'the-temporary-one',
    newPassword: NEW,
  });
  expect(await screen.findByText('Your account is waiting for approval.')).toBeDefined();
  page = await open('/merchant/first-password', { as: shopPerson() });
  await expect.poll(page.address).toBe('/merchant/dashboard');
});

test('S92 resets a forgotten password by merchant code and email, and returns to the merchants’ sign-in', async () => {
  const page = await open('/merchant/login', {
    answers: [refusal(resetMerchantPassword, 'verification_code_invalid')],
  });
  await page.person.click(await screen.findByRole('link', { name: 'Forgot password?' }));
  await page.press('Send Reset Code');
  expect(await screen.findByText('Please enter a valid merchant code')).toBeDefined();
  await page.person.type(screen.getByLabelText('Merchant code'), 'duka001');
  await page.person.type(screen.getByLabelText('Email'), 'njeri@example.test');
  await page.press('Send Reset Code');
  expect(await screen.findByText('Reset code sent to your email')).toBeDefined();
  expect(page.sent(generateMerchantPasswordOtp)).toMatchObject([{ email: 'njeri@example.test' }]);
  const code = await screen.findByLabelText('Verification code');
  expect(screen.getByLabelText<HTMLInputElement>('Merchant code').value.toUpperCase()).toBe('DUKA001');
  await page.person.type(code, '123456');
  await page.person.type(screen.getByLabelText('New password'), NEW);
  await page.person.type(screen.getByLabelText('Confirm password'), NEW);
  await page.press('Reset Password');
  expect(await screen.findByText('Invalid verification code')).toBeDefined();
  page.answer(answer(resetMerchantPassword, { deviceToken: 'device' }));
  await page.press('Reset Password');
  expect(await screen.findByText('Password reset successful')).toBeDefined();
  await expect.poll(page.address).toBe('/merchant/login');
});

test('asks a merchant with two-factor authentication for a code, and keeps the form after a wrong code', async () => {
  const page = await open('/merchant/login', { answers: [refusal(merchantLogin, 'two_factor_required')] });
  await signIn(page, 'DUKA001');
  const code = await screen.findByLabelText('Authentication code');
  await expect.poll(() => document.activeElement).toBe(code);
  page.answer(refusal(merchantLogin, 'otp_invalid'));
  await page.person.type(code, '000000');
  await page.press('Sign In');
  expect(await screen.findByText('Invalid verification code')).toBeDefined();
  page.answer(...letIn('owner'));
  await page.person.clear(screen.getByLabelText('Authentication code'));
  await page.person.type(screen.getByLabelText('Authentication code'), '123456');
  await page.press('Sign In');
  await expect.poll(page.address).toBe('/merchant/dashboard');
  expect(page.sent(merchantLogin).at(-1)).toMatchObject({ merchantCode: 'DUKA001', otp: '123456' });
});

test('S95 a cashier signs in with their own name, and sees only the till', async () => {
  const page = await open('/merchant/login', { answers: letIn('cashier') });
  await signIn(page, 'duka001.juma');
  await expect.poll(page.address).toBe('/merchant/dashboard/redeem');
  const menu = await screen.findByRole('navigation', { name: 'Main' });
  expect(menu.textContent).toContain('Redeem');
  expect(menu.textContent).not.toContain('Dashboard');
  expect(screen.queryByRole('button', { name: 'Everybody' })).toBeNull();
  await expect.poll(() => page.asked(todaysRedemptions)).toEqual([`${todaysRedemptions.path}?of=me`]);
});

test('S96 a suspended merchant loses the open session, and cannot sign in again', async () => {
  const page = await open('/merchant/dashboard/redeem', { as: shopPerson() });
  await screen.findByRole('button', { name: 'Look up' });
  page.answer(
    refusal(todaysRedemptions, 'unauthenticated'),
    refusal(refresh, 'session_expired'),
    refusal(merchantLogin, 'merchant_not_active'),
  );
  await page.press('Only me');
  await expect.poll(page.address).toMatch(/^\/merchant\/login/u);
  await signIn(page, 'DUKA001');
  expect(
    await screen.findByText('This merchant account is not active. Please write to Zawadi support.'),
  ).toBeDefined();
});

test('signs in with a second factor, and resets a password, in Kiswahili', async () => {
  const page = await open('/merchant/login', {
    language: 'sw',
    widthPx: 360,
    answers: [refusal(merchantLogin, 'invalid_credentials')],
  });
  await page.press('Ingia');
  expect(await screen.findByText('Tafadhali andika msimbo wako wa mfanyabiashara')).toBeDefined();
  await expectSwahili();
  await page.person.type(screen.getByLabelText('Msimbo wa mfanyabiashara'), 'DUKA001');
  await page.person.type(screen.getByLabelText('Nenosiri'), 'not-the-password');
  await page.press('Ingia');
  expect(await screen.findByText(/^Imeshindikana kuingia\./u)).toBeDefined();
  page.answer(refusal(merchantLogin, 'two_factor_required'));
  await page.press('Ingia');
  page.answer(refusal(merchantLogin, 'otp_invalid'));
  await page.person.type(await screen.findByLabelText('Msimbo wa uthibitishaji'), '000000');
  await page.press('Ingia');
  expect(await screen.findByText('Msimbo wa uthibitisho si sahihi')).toBeDefined();
  await expectSwahili();
  page.answer(refusal(merchantLogin, 'merchant_not_active'));
  await page.press('Ingia');
  expect(
    await screen.findByText(
      'Akaunti hii ya mfanyabiashara haitumiki. Tafadhali andikia huduma kwa wateja ya Zawadi.',
    ),
  ).toBeDefined();
  await open('/merchant/forgot-password');
  await page.press('Tuma Msimbo');
  expect(await screen.findByText('Tafadhali andika msimbo sahihi wa mfanyabiashara')).toBeDefined();
  await expectSwahili();
  await open('/merchant/first-password', { as: shopPerson('owner', { mustChangePassword: true }) });
  await page.press('Hifadhi na uendelee');
  expect(await screen.findByText('Tafadhali andika nenosiri lako')).toBeDefined();
  await expectSwahili(['Mama Njeri Groceries']);
});
