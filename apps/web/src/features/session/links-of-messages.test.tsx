// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { objectToContactChange } from '@zawadi/contract/users-profile';
import { verifyEmail } from '@zawadi/contract/users-sign-up';
import { freezeByLink, freezeByPhone, sendFreezeCode } from '@zawadi/contract/wallet-freeze';
import { expect, test } from 'vitest';
import { answer, refusal } from '../../testing/contract-answers.ts';
import { pages, whole } from '../../testing/open-page.tsx';
import { consumer } from '../../testing/people.ts';

const { open } = pages();

const TOKEN = 'a'.repeat(43);

test('a user who did not request a new email revokes it with the button of the mailed link, and sets a new password', async () => {
  const kept = answer(objectToContactChange, { contact: 'email', kept: 'a***@example.test' });
  const page = await open(`/not-me#token=${TOKEN}`, { answers: [kept] });
  expect(await screen.findByRole('heading', { name: 'Was this not you?' })).toBeDefined();
  expect(page.sent(objectToContactChange)).toEqual([]);
  await page.press('This was not me');
  expect(
    await screen.findByText(whole('Your account is safe. It has a***@example.test again.')),
  ).toBeDefined();
  expect(page.sent(objectToContactChange)).toEqual([{ token: TOKEN }]);
  await page.person.click(screen.getByRole('link', { name: 'Set a new password' }));
  await expect.poll(page.address).toBe('/forgot-password');
});

test('a signed-out owner freezes the wallet from the sign-in page, by SMS', async () => {
  const page = await open('/login');
  await page.person.click(screen.getByRole('link', { name: 'Freeze your wallet' }));
  await screen.findByLabelText('Phone number');
  await page.type({ 'Phone number': '0711 000 111' });
  await page.press('Send me a code');
  await screen.findByLabelText('Verification code');
  expect(page.sent(sendFreezeCode)).toEqual([{ phone: '254711000111' }]);
  await page.type({ 'Verification code': '123456' });
  await page.press('Freeze my wallet');
  expect(await screen.findByText('Your wallet is frozen.')).toBeDefined();
  expect(page.sent(freezeByPhone)).toEqual([{ phone: '254711000111', otp: '123456' }]);
});

test('the link in the SMS freezes the wallet after a click on a button, and only once', async () => {
  const page = await open(`/freeze#token=${TOKEN}`);
  expect(page.sent(freezeByLink)).toEqual([]);
  await page.press('Freeze my wallet');
  expect(await screen.findByText('Your wallet is frozen.')).toBeDefined();
  expect(page.sent(freezeByLink)).toEqual([{ token: TOKEN }]);
  const again = await open(`/freeze#token=${TOKEN}`, {
    answers: [refusal(freezeByLink, 'verification_link_invalid')],
  });
  await again.press('Freeze my wallet');
  expect(await screen.findByText('This link has expired or was already used.')).toBeDefined();
  await again.person.click(screen.getByRole('link', { name: 'Set a new password' }));
  await expect.poll(again.address).toBe('/forgot-password');
});

test('S34 a verification link needs a click and the password, works once, and then shows that it was used', async () => {
  const asksFirst = refusal(verifyEmail, 'password_required');
  const page = await open(`/verify-email#token=${TOKEN}`, { answers: [asksFirst] });
  const confirm = async () => page.press('Confirm my address');
  await screen.findByRole('button', { name: 'Confirm my address' });
  expect(page.sent(verifyEmail)).toEqual([]);
  await confirm();
  await expect.poll(() => document.activeElement).toBe(await screen.findByLabelText('Password'));
  page.answer(refusal(verifyEmail, 'password_wrong'));
  await page.type({ Password: 'not-the-password' });
  await confirm();
  expect(await screen.findByText('That is not your current password. Please try again.')).toBeDefined();
  page.answer(answer(verifyEmail, {}));
  await page.type({ Password: 'Zawadi-demo-1' });
  await confirm();
  expect(await screen.findByText('Your email is verified.')).toBeDefined();

  const used = { answers: [refusal(verifyEmail, 'verification_link_invalid')] };
  const again = await open(`/verify-email#token=${TOKEN}`, used);
  await again.press('Confirm my address');
  expect(await screen.findByText('This link has expired or was already used.')).toBeDefined();
  expect(screen.getByText(/^If you have used it before, your email is verified/u)).toBeDefined();
  const signedIn = await open(`/verify-email#token=${TOKEN}`, { as: consumer(), ...used });
  await signedIn.press('Confirm my address');
  expect(await screen.findByText(/^Your email is verified already/u)).toBeDefined();
});
