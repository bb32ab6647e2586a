// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { refusals } from '@zawadi/contract/refusals';
import { generatePhoneOtp, login, resendEmailVerification, verifyPhone } from '@zawadi/contract/users';
import { deleteAccount, exportAccount } from '@zawadi/contract/users-account';
import { updateProfile } from '@zawadi/contract/users-profile';
import { expect, test } from 'vitest';
import { answer, file, refusal } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { fieldOf, pages, signsIn } from '../../../testing/open-page.tsx';
import { consumer, type Visitor } from '../../../testing/people.ts';

const { open } = pages();

const PROFILE = '/dashboard/profile';
const WRONG = refusals.password_wrong.message;
const saved = answer(updateProfile, emptyAnswer(updateProfile));
const isNow = ({ details }: Visitor) => answer(details.endpoint, details.answer);
const openProfile = async (as = consumer()) => open(PROFILE, { as });

test('S43 saves names, and Cancel restores the saved names', async () => {
  const page = await openProfile();
  await page.press('Edit Profile');
  await expect.poll(() => document.activeElement).toBe(fieldOf('First name'));
  await page.type({ 'First name': 'Nobody' });
  await page.press('Cancel');
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Profile' }));
  expect(screen.getByRole('heading', { name: 'Amina Hassan' })).toBeDefined();
  await page.press('Edit Profile');
  expect(fieldOf('First name').value).toBe('Amina');
  await page.type({ 'First name': '', 'Last name': 'Abdi' });
  await page.press('Save Changes');
  expect(await screen.findByText('Please fill in all required fields')).toBeDefined();
  expect(page.sent(updateProfile)).toEqual([]);
  await page.type({ 'First name': 'Amina' });
  page.answer(saved, isNow(consumer({ lastName: 'Abdi' })));
  await page.press('Save Changes');
  expect(await screen.findByText('Profile updated successfully')).toBeDefined();
  expect(page.sent(updateProfile)).toEqual([{ lastName: 'Abdi' }]);
  expect(await screen.findByRole('link', { name: /^Profile of Amina Abdi/u })).toBeDefined();
});

test('S68 a new phone number and email wait for verification, and can be discarded', async () => {
  const page = await openProfile();
  await page.press('Edit Profile');
  await page.type({ Email: 'new@example.test', 'Phone number': '0110 000 111' });
  page.answer(refusal(updateProfile, 'password_required'));
  await page.press('Save Changes');
  const proof = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  const prove = async (password: string) => {
    await page.person.type(proof.getByLabelText('Password'), password);
    await page.person.click(proof.getByRole('button', { name: 'Save Changes' }));
  };
  page.answer(refusal(updateProfile, 'password_wrong'));
  await prove('not-the-password');
  expect(await proof.findByText(WRONG)).toBeDefined();
  await page.person.clear(proof.getByLabelText('Password'));
  const wanted = { email: 'new@example.test', phone: '254110000111' };
  const waiting = { pendingEmail: wanted.email, pendingPhone: wanted.phone };
  page.answer(saved, isNow(consumer(waiting)));
  await prove('Zawadi-demo-1');
  await waitFor(() => expect(screen.getAllByText('Pending')).toHaveLength(2));
  expect(screen.getAllByText('Verified').length).toBeGreaterThanOrEqual(2);
  expect(page.sent(updateProfile).at(-1)).toMatchObject({ ...wanted, currentPassword: 'Zawadi-demo-1' });

  page.answer(isNow(consumer({ pendingPhone: wanted.phone })));
  await page.press('Keep amina.hassan@example.test');
  await waitFor(() => expect(screen.getAllByText('Pending')).toHaveLength(1));
  expect(page.sent(updateProfile).at(-1)).toEqual({ pendingEmail: null });
  await page.press('Send Code');
  await screen.findByLabelText('Verification code');
  expect(page.sent(generatePhoneOtp)).toHaveLength(1);
  page.answer(isNow(consumer({ phoneNumber: wanted.phone })));
  await page.type({ 'Verification code': '123456' });
  await page.press('Verify');
  await waitFor(() => expect(screen.queryByText('Pending')).toBeNull());
  expect(page.sent(verifyPhone)).toEqual([{ otp: '123456' }]);
  expect(screen.getByText('0110 000 111')).toBeDefined();
});

test('S69 opens the profile for an unverified user, who can still open other pages', async () => {
  const page = await open('/dashboard', { as: consumer({ emailVerified: false, phoneVerified: false }) });
  const banner = () => screen.queryByText(/^Please verify your phone number and email/u);
  await waitFor(() => expect(banner()).not.toBeNull());
  await page.person.click(screen.getByRole('link', { name: 'Verify now' }));
  await expect.poll(page.address).toBe(PROFILE);
  await waitFor(() => expect(screen.getAllByText('Not verified')).toHaveLength(2));
  expect(banner()).toBeNull();
  await page.press('Resend Email');
  expect(await screen.findByText('Verification email sent')).toBeDefined();
  expect(page.sent(resendEmailVerification)).toHaveLength(1);
});

test('S73 saves the notification switches', async () => {
  const page = await openProfile();
  const alerts = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Email Alerts' });
  expect(alerts().checked).toBe(true);
  page.answer(saved, isNow(consumer({ emailAlerts: false })));
  await page.person.click(alerts());
  expect(await screen.findByText('Profile updated successfully')).toBeDefined();
  expect(page.sent(updateProfile)).toEqual([{ emailAlerts: false }]);
  await page.reload();
  await waitFor(() => expect(alerts().checked).toBe(false));
});

test("S175 uses the account's language on another device", async () => {
  const page = await openProfile();
  await page.person.click(
    within(await screen.findByRole('group', { name: 'Language' })).getByRole('button', { name: 'Kiswahili' }),
  );
  await expect.poll(() => page.sent(updateProfile)).toEqual([{ language: 'sw' }]);
  await page.press('Toka');
  await expect.poll(page.address).toMatch(/^\/login/u);

  const phone = await open('/login', {
    language: 'en',
    answers: signsIn(login, consumer({ language: 'sw' })),
  });
  // Now this device has no chosen language.
  localStorage.clear();
  await phone.type({ Email: 'amina.hassan@example.test', Password: 'Zawadi-demo-1' });
  await phone.press('Sign In');
  expect(await screen.findByRole('heading', { name: 'Karibu tena, Amina' })).toBeDefined();
  expect(document.documentElement.lang).toBe('sw');
});

test('a browser without notifications shows that SMS and email still arrive', async () => {
  await openProfile();
  expect(
    await screen.findByText('This browser cannot show notifications. SMS and email still come.'),
  ).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Turn on here' })).toBeNull();
});

test('S89 exports all data about a person as one file, after a repetition of the password', async () => {
  const page = await openProfile();
  await page.press('Download my data');
  const dialog = within(await screen.findByRole('dialog', { name: 'Download your data' }));
  const confirm = async (password: string) => {
    await page.person.clear(dialog.getByLabelText('Password'));
    await page.person.type(dialog.getByLabelText('Password'), password);
    await page.person.click(dialog.getByRole('button', { name: 'Download my data' }));
  };
  page.answer(refusal(exportAccount, 'password_wrong'));
  await confirm('not-the-password');
  expect(await dialog.findByText(WRONG)).toBeDefined();
  expect(page.saved).toEqual([]);
  page.answer(file(exportAccount, 'zawadi-data.json', '{"email":"amina.hassan@example.test"}'));
  await confirm('Zawadi-demo-1');
  await waitFor(() => expect(page.saved).toHaveLength(1));
  expect(await page.saved[0]?.text()).toContain('amina.hassan@example.test');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('S85 refuses to delete an account that holds money, and deletes an empty one', async () => {
  const page = await openProfile();
  await page.press('Delete Account');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the account of Amina Hassan?' }));
  const confirm = async (password: string) => {
    await page.person.clear(dialog.getByLabelText('Password'));
    await page.person.type(dialog.getByLabelText('Password'), password);
    await page.person.click(dialog.getByRole('button', { name: 'Delete Account' }));
  };
  page.answer(refusal(deleteAccount, 'password_wrong'));
  await confirm('not-the-password');
  expect(await dialog.findByText(WRONG)).toBeDefined();
  page.answer(refusal(deleteAccount, 'wallet_not_empty'));
  await confirm('Zawadi-demo-1');
  expect(await dialog.findByText('Please withdraw what is in your wallet first.')).toBeDefined();
  const out = dialog.getByRole('link', { name: 'Withdraw to M-PESA' });
  expect(out.getAttribute('href')).toBe('/dashboard/wallet');
  page.answer(answer(deleteAccount, emptyAnswer(deleteAccount)), refusal(login, 'invalid_credentials'));
  await confirm('Zawadi-demo-1');
  expect(await screen.findByText('Your account was deleted')).toBeDefined();
  await expect.poll(page.address).toMatch(/^\/login/u);
});
