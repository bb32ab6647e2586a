// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import {
  generateAdminPasswordOtp,
  generatePasswordOtp,
  resetAdminPassword,
  resetPassword,
} from '@zawadi/contract/account-security-resets';
import { adminLogin } from '@zawadi/contract/administrators';
import { expect, test } from 'vitest';
import { held, refusal } from '../../testing/contract-answers.ts';
import { fieldOf, pages, signsIn } from '../../testing/open-page.tsx';
import { administrator } from '../../testing/people.ts';

const { open } = pages();

const FORGOT = '/forgot-password?login=/admin/login';
const NEW = 'Tujenge-pamoja-7';

test('resets an administrator’s password with the administrators’ API calls, and returns to their sign-in', async () => {
  const page = await open('/admin/login', {
    answers: [refusal(resetAdminPassword, 'verification_code_invalid')],
  });
  await page.person.click(await screen.findByRole('link', { name: 'Forgot password?' }));
  expect(await screen.findByRole('heading', { name: 'Reset Password' })).toBeDefined();
  expect(page.address()).toBe(FORGOT);
  await page.person.type(screen.getByLabelText('Email'), 'nobody@example.test');
  await page.press('Send Reset Code');
  expect(await screen.findByText('Reset code sent to your email')).toBeDefined();
  await page.person.type(await screen.findByLabelText('Verification code'), '123456');
  await page.person.type(screen.getByLabelText('New password'), NEW);
  await page.person.type(screen.getByLabelText('Confirm password'), NEW);
  await page.press('Reset Password');
  expect(await screen.findByText('Invalid verification code')).toBeDefined();
  expect(page.asked(generateAdminPasswordOtp)).toHaveLength(1);
  expect(page.asked(resetAdminPassword)).toHaveLength(1);
  expect([...page.asked(generatePasswordOtp), ...page.asked(resetPassword)]).toEqual([]);
  await page.person.click(screen.getByRole('link', { name: 'Send a new one' }));
  await expect.poll(page.address).toBe(FORGOT);
  await page.person.click(await screen.findByRole('link', { name: 'Back to sign in' }));
  await expect.poll(page.address).toBe('/admin/login');
});

test('S193 the administrators’ sign-in shows the password on request, has Remember me, shows progress, and opens the requested page', async () => {
  const page = await open('/admin/merchants?status=PENDING');
  await expect.poll(page.address).toMatch(/^\/admin\/login\?from=/u);
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeDefined();
  expect(fieldOf('Email').type).toBe('email');
  expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toMatch(
    /^\/forgot-password/u,
  );
  await page.type({ Email: 'wanjiku@zawadi.test', Password: NEW });
  await page.press('Show password');
  expect(fieldOf('Password').type).toBe('text');
  await page.press('Hide password');
  expect(fieldOf('Password').type).toBe('password');
  await page.person.click(screen.getByLabelText('Remember me'));
  const [signedIn, ...details] = signsIn(adminLogin, administrator());
  if (signedIn === undefined) throw new Error('must not sign in');
  const waiting = held(signedIn);
  page.answer(waiting, ...details);
  await page.press('Sign In');
  expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeDefined();
  waiting.release();
  await expect.poll(page.address).toBe('/admin/merchants?status=PENDING');
  expect(page.sent(adminLogin)).toMatchObject([
    { email: 'wanjiku@zawadi.test', password: NEW, rememberMe: true },
  ]);
  await page.go('/admin/login');
  await expect.poll(page.address).toBe('/admin');
});
