// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import {
  changePassword,
  enableTwoFactor,
  signOutEverywhere,
  startTwoFactor,
} from '@zawadi/contract/account-security';
import { merchantMe } from '@zawadi/contract/merchants-account';
import { refresh } from '@zawadi/contract/sessions';
import { expect, test } from 'vitest';
import { accessToken } from '../../../api/testing/fake-server.ts';
import { answer } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { SETTINGS, settingsAnswer } from './testing/settings-answers.ts';

const { open } = pages();

const me = { ...emptyAnswer(merchantMe), signInCode: 'DUKA001', twoFactorEnabled: false };

test("S136 an owner manages password, second factor and devices of the merchant's account", async () => {
  const page = await open(SETTINGS, {
    as: shopPerson(),
    answers: [settingsAnswer(), answer(merchantMe, me)],
  });
  await page.press('Change Password');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Password' }));
  await page.person.type(dialog.getByLabelText('Current password'), 'the-old-password');
  await page.person.type(dialog.getByLabelText('New password'), 'embe tamu la 2027');
  await page.person.type(dialog.getByLabelText('Confirm new password'), 'embe tamu la 2027');
  const tokens = { accessToken: accessToken('DUKA001', 'ROLE_MERCHANT', 1, 'owner'), refreshToken: 'next' };
  page.answer(answer(changePassword, tokens), answer(refresh, tokens));
  await page.person.click(dialog.getByRole('button', { name: 'Change Password' }));
  expect(await screen.findByText('Password changed')).toBeDefined();

  await page.press('Enable');
  const proof = within(await screen.findByRole('dialog', { name: 'Enable two-factor authentication?' }));
  await page.person.type(proof.getByLabelText('Password'), 'embe tamu la 2027');
  page.answer(
    answer(startTwoFactor, { secret: 'JBSWY3DPEHPK3PXP', otpauthUrl: 'otpauth://totp/Zawadi:DUKA001' }),
    answer(enableTwoFactor, { recoveryCodes: ['aaaa-bbbb'] }),
  );
  await page.person.click(proof.getByRole('button', { name: 'Continue' }));
  const scan = within(await screen.findByRole('dialog', { name: 'Two-Factor Authentication' }));
  await page.person.type(await scan.findByLabelText('Code from the app'), '123456');
  page.answer(answer(merchantMe, { ...me, twoFactorEnabled: true }));
  await page.person.click(scan.getByRole('button', { name: 'Enable' }));
  await page.press('I have saved them');
  expect(await screen.findByText('Enabled')).toBeDefined();
  expect(page.sent(enableTwoFactor)).toEqual([{ otp: '123456' }]);

  await page.press('Sign out everywhere');
  const question = within(await screen.findByRole('dialog', { name: 'Sign out everywhere?' }));
  expect(question.getByText(/Your balance and your API key stay as they are\./u)).toBeDefined();
  await page.person.click(question.getByRole('button', { name: 'Sign out everywhere' }));
  await expect.poll(page.address).toMatch(/^\/merchant\/login/u);
  expect(page.asked(signOutEverywhere)).toHaveLength(1);
});
