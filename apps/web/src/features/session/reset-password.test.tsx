// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import {
  generateAdminPasswordOtp,
  generatePasswordOtp,
  generatePhonePasswordOtp,
  resetAdminPassword,
  resetPassword,
  resetPasswordByLink,
  resetPasswordByPhone,
} from '@zawadi/contract/account-security-resets';
import { expect, test } from 'vitest';
import { badGateway, lost, refusal } from '../../testing/contract-answers.ts';
import { answer } from '../../testing/contract-answers.ts';
import { emptyAnswer } from '../../testing/empty-answer.ts';
import { fieldOf, pages } from '../../testing/open-page.tsx';
import { expectFiveSeconds, stopToasts } from '../../testing/toasts.ts';

const { open } = pages();

const EMAIL = 'amina.hassan@example.test';
const NEW = { 'New password': 'A-new-password-1', 'Confirm password': 'A-new-password-1' };

test('S446 asks for the email of a forgotten password, and explains the failure of a proxy', async () => {
  const page = await open('/forgot-password', { answers: [badGateway(generatePasswordOtp)] });
  expect(fieldOf('Email').type).toBe('email');
  await page.press('Send Reset Code');
  expect(await screen.findByText('Please enter a valid email address')).toBeDefined();
  await expect.poll(() => document.activeElement).toBe(fieldOf('Email'));
  await page.type({ Email: 'pauline' });
  await page.press('Send Reset Code');
  expect(fieldOf('Email').getAttribute('aria-invalid')).toBe('true');
  await page.type({ Email: EMAIL });
  await page.press('Send Reset Code');
  expect(await screen.findByText('Failed to send reset code. Please try again.')).toBeDefined();
  page.answer(lost(generatePasswordOtp));
  await page.press('Send Reset Code');
  expect(await screen.findByText('Network error. Please try again.')).toBeDefined();
  expect(page.address()).toBe('/forgot-password');
});

test('a reset reports problems with code and passwords, and calls the server only after they are fixed', async () => {
  const page = await open(`/reset-password?email=${EMAIL}`);
  await page.type({ ...NEW, 'Verification code': '12345', 'Confirm password': 'A-new-password-2' });
  await page.press('Reset Password');
  expect(await screen.findByText('Invalid verification code')).toBeDefined();
  expect(screen.getByText('Passwords do not match')).toBeDefined();
  expect(page.sent(resetPassword)).toEqual([]);
});

test('S30 a reset shows its result for five seconds, and returns to the sign-in page where it started', async () => {
  stopToasts();
  const page = await open('/admin/login');
  await page.person.click(screen.getByRole('link', { name: 'Forgot password?' }));
  const back = await screen.findByRole('link', { name: 'Back to sign in' });
  expect(back.getAttribute('href')).toBe('/admin/login');
  await page.type({ Email: EMAIL });
  await page.press('Send Reset Code');
  expect(await screen.findByText('Check the inbox and enter the code')).toBeDefined();
  await expectFiveSeconds('Reset code sent to your email');
  expect(page.sent(generateAdminPasswordOtp)).toMatchObject([{ email: EMAIL }]);

  await page.type({ ...NEW, 'Verification code': '123456' });
  page.answer(badGateway(resetAdminPassword));
  await page.press('Reset Password');
  await expectFiveSeconds('Failed to reset password. Please try again.');
  page.answer(answer(resetAdminPassword, emptyAnswer(resetAdminPassword)));
  await page.press('Reset Password');
  await expect.poll(page.address).toBe('/admin/login');
  expect(screen.getByText('You can now log in with your new password')).toBeDefined();
  await expectFiveSeconds('Password reset successful');
});

test('resets a forgotten password with the code from an SMS', async () => {
  const page = await open('/forgot-password');
  await page.person.click(screen.getByRole('link', { name: 'Use my phone number instead' }));
  await screen.findByLabelText('Phone number');
  await page.type({ 'Phone number': '0711 000 111' });
  await page.press('Send Reset Code');
  expect(await screen.findByText('Reset code sent to your phone')).toBeDefined();
  expect(page.sent(generatePhonePasswordOtp)).toMatchObject([{ phone: '254711000111' }]);
  await screen.findByLabelText('Verification code');
  await page.type({ ...NEW, 'Verification code': '123456' });
  await page.press('Reset Password');
  expect(await screen.findByText('Password reset successful')).toBeDefined();
  await expect.poll(page.address).toBe('/login');
  const { 'New password': password } = NEW;
  expect(page.sent(resetPasswordByPhone)).toEqual([{ phone: '254711000111', otp: '123456', password }]);
});

test('the mailed reset link sets a new password without a code, and works once', async () => {
  const link = `/reset-password#token=${'a'.repeat(43)}`;
  const page = await open(link);
  expect(screen.queryByLabelText('Verification code')).toBeNull();
  await page.type(NEW);
  await page.press('Reset Password');
  expect(await screen.findByText('Password reset successful')).toBeDefined();
  await expect.poll(page.address).toBe('/login');
  expect(page.sent(resetPasswordByLink)).toEqual([{ token: 'a'.repeat(43), password: NEW['New password'] }]);
  const again = await open(link, { answers: [refusal(resetPasswordByLink, 'verification_link_invalid')] });
  await again.type(NEW);
  await again.press('Reset Password');
  expect(await screen.findByText('This link has expired or was already used.')).toBeDefined();
  await again.person.click(screen.getByRole('link', { name: 'Ask for a new email' }));
  await expect.poll(again.address).toBe('/forgot-password');
});
