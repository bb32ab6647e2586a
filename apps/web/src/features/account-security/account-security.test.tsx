// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import {
  changePassword,
  listDevices,
  signOutDevice,
  signOutEverywhere,
  type Device,
} from '@zawadi/contract/account-security';
import { listPasskeys, removePasskey, renamePasskey } from '@zawadi/contract/account-security-passkeys';
import { sample } from '@zawadi/contract/example-values';
import { refusals } from '@zawadi/contract/refusals';
import { freezeWallet, openWallet, openWalletLater, sendOpeningCode } from '@zawadi/contract/wallet-freeze';
import { expect, test } from 'vitest';
import { accessToken } from '../../api/testing/fake-server.ts';
import { answer, refusal } from '../../testing/contract-answers.ts';
import { pages } from '../../testing/open-page.tsx';
import { administrator, consumer, type Visitor } from '../../testing/people.ts';

const { open } = pages();

const PROFILE = '/dashboard/profile';
const AT = '2026-11-20T09:00:00.000Z';
const WRONG = refusals.password_wrong.message;
const device = (isCurrent: boolean): Device => ({
  id: isCurrent ? sample.id : sample.id.replace(/.$/u, '7'),
  isCurrent,
  browser: 'Chrome',
  system: 'Linux',
  address: '41.90.…',
  signedInAt: AT,
  lastUsedAt: AT,
  getsPush: false,
});
const isNow = ({ details }: Visitor) => answer(details.endpoint, details.answer);
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('S80 changing the password keeps this device signed in', async () => {
  expect(await changePasswordAt(PROFILE, consumer())).toBe(PROFILE);
});

test('shows password and devices in an administrator’s settings', async () => {
  expect(await changePasswordAt('/admin/settings', administrator())).toBe('/admin/settings');
});

/** @returns the path of the open page afterwards */
async function changePasswordAt(address: string, visitor: Visitor): Promise<string> {
  const page = await open(address, {
    as: visitor,
    answers: [answer(listDevices, { devices: [device(true)] }), refusal(changePassword, 'password_wrong')],
  });
  expect(await screen.findByText('This device')).toBeDefined();
  expect(screen.getByText('Two-Factor Authentication')).toBeDefined();
  await page.press('Change Password');
  const form = await dialog('Change Password');
  const press = () => page.person.click(form.getByRole('button', { name: 'Change Password' }));
  await page.person.type(form.getByLabelText('Current password'), 'not-the-password');
  await page.person.type(form.getByLabelText('New password'), 'password1');
  expect(await form.findByText(/many people use this word/u)).toBeDefined();
  await page.person.clear(form.getByLabelText('New password'));
  await page.person.type(form.getByLabelText('New password'), 'embe tamu la 2027');
  expect(await form.findByText('Strong')).toBeDefined();
  await page.person.type(form.getByLabelText('Confirm new password'), 'embe tamu la 2027');
  await press();
  expect(await form.findByText(WRONG)).toBeDefined();
  const { sub, role, staffRole } = visitor.claims;
  page.answer(
    answer(changePassword, { accessToken: accessToken(sub, role, 1, staffRole), refreshToken: 'next' }),
  );
  await press();
  expect(await screen.findByText('Password changed')).toBeDefined();
  expect(page.sent(changePassword).at(-1)).toMatchObject({ newPassword: 'embe tamu la 2027' });
  return page.address();
}

test('S87 signs out another device, and then all devices', async () => {
  const page = await open(PROFILE, {
    as: consumer(),
    answers: [answer(listDevices, { devices: [device(true), device(false)] })],
  });
  await screen.findByText('This device');
  page.answer(answer(listDevices, { devices: [device(true)] }));
  await page.press(/^Sign out Chrome/u);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Sign out Chrome/u })).toBeNull());
  expect(page.asked(signOutDevice)).toEqual([expect.stringContaining(device(false).id)]);
  await page.press('Sign out everywhere');
  const question = await dialog('Sign out everywhere?');
  await page.person.click(question.getByRole('button', { name: 'Sign out everywhere' }));
  await expect.poll(page.address).toMatch(/^\/login/u);
  expect(page.sent(signOutEverywhere)).toHaveLength(1);
});

test('names a passkey, and removes it after asking for the password', async () => {
  const passkey = { id: sample.id, label: 'Chrome, Linux', isSynced: false, createdAt: AT, lastUsedAt: AT };
  const known = (...labels: string[]) =>
    answer(listPasskeys, {
      passkeys: labels.map((label) => ({ ...passkey, label })),
      origin: location.origin,
    });
  const page = await open(PROFILE, { as: consumer(), answers: [known('Chrome, Linux')] });
  await page.press('Manage passkeys');
  await page.press('Rename Chrome, Linux');
  const renaming = await dialog('Rename Chrome, Linux');
  await page.person.clear(renaming.getByLabelText('Name'));
  await page.person.click(renaming.getByRole('button', { name: 'Save' }));
  expect(await renaming.findByText('Please fill in all required fields')).toBeDefined();
  await page.person.type(renaming.getByLabelText('Name'), 'My phone');
  page.answer(known('My phone'));
  await page.person.click(renaming.getByRole('button', { name: 'Save' }));
  await page.press('Remove My phone');
  expect(page.sent(renamePasskey)).toEqual([{ label: 'My phone' }]);
  const removing = await dialog('Remove My phone?');
  const remove = async (password: string) => {
    await page.person.clear(removing.getByLabelText('Password'));
    await page.person.type(removing.getByLabelText('Password'), password);
    await page.person.click(removing.getByRole('button', { name: 'Remove' }));
  };
  page.answer(refusal(removePasskey, 'password_wrong'));
  await remove('not-the-password');
  expect(await removing.findByText(WRONG)).toBeDefined();
  page.answer(answer(removePasskey, {}), known());
  await remove('Zawadi-demo-1');
  expect(await screen.findByText('Passkey removed')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('My phone')).toBeNull());
});

test('the profile shows what a freeze does, when it ends, and where the code was sent', async () => {
  const frozen = (opensAt: string | null) =>
    consumer({ walletFreeze: { by: 'session', since: AT, opensAt } });
  const page = await open(PROFILE, {
    as: consumer(),
    answers: [answer(sendOpeningCode, { sentTo: 'a***@example.test' })],
  });
  await page.press('Freeze my wallet');
  const asking = await dialog('Freeze your wallet?');
  page.answer(isNow(frozen(null)));
  await page.person.click(asking.getByRole('button', { name: 'Freeze my wallet' }));
  expect(await screen.findByText('No money leaves it. Gifts still come in.')).toBeDefined();
  expect(page.sent(freezeWallet)).toHaveLength(1);
  await page.press('Open in 24 hours');
  const later = await dialog('Open your wallet in 24 hours?');
  page.answer(isNow(frozen(new Date(Date.now() + 86_400_000).toISOString())));
  await page.person.click(later.getByRole('button', { name: 'Open in 24 hours' }));
  expect(await screen.findByText(/^No money leaves it. It opens/u)).toBeDefined();
  expect(page.sent(openWalletLater)).toHaveLength(1);
  await page.press('Open wallet');
  const opening = await dialog('Open your wallet?');
  expect(await opening.findByText('We have sent a code to a***@example.test.')).toBeDefined();
  await page.person.type(opening.getByLabelText('Password'), 'Zawadi-demo-1');
  await page.person.type(opening.getByLabelText('Verification code'), '123456');
  page.answer(isNow(consumer()));
  await page.person.click(opening.getByRole('button', { name: 'Open wallet' }));
  expect(await screen.findByText('Stops money from leaving, when something looks wrong')).toBeDefined();
  expect(page.sent(openWallet)).toEqual([{ password: 'Zawadi-demo-1', otp: '123456' }]);
});
