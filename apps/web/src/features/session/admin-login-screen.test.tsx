// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import {
  generateAdminPasswordOtp,
  generatePasswordOtp,
  resetAdminPassword,
  resetPassword,
} from '@zawadi/contract/account-security-resets';
import { expect, test } from 'vitest';
import { refusal } from '../../testing/contract-answers.ts';
import { pages } from '../../testing/open-page.tsx';

const { open } = pages();

const FORGOT = '/forgot-password?login=/admin/login';
const NEW = 'Tujenge-pamoja-7';

test('an administrator’s reset asks the administrators’ calls and leads back to their login', async () => {
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
