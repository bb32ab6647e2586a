// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { login } from '@zawadi/contract/users';
import { expect, test, vi } from 'vitest';
import { badGateway, lost, refusal } from '../../testing/contract-answers.ts';
import { fieldOf, pages, signsIn } from '../../testing/open-page.tsx';
import { consumer } from '../../testing/people.ts';
import { expectFiveSeconds, stopToasts } from '../../testing/toasts.ts';

const { open } = pages();

const FORGOT = 'If you forgot your password, please reset it.';
const TYPED = { Email: 'amina.hassan@example.test', Password: 'not-the-password' };
const enter = () => signsIn(login, consumer());

test('S364 a wrong password keeps the typed values, and explains what to do next', async () => {
  const page = await open('/login', { answers: [refusal(login, 'invalid_credentials')] });
  await page.type(TYPED);
  await page.press('Sign In');
  const toast = within(await screen.findByRole('alert'));
  expect(await toast.findByText(/Login failed. Please check your credentials and try again./u)).toBeDefined();
  expect(toast.getByText(FORGOT)).toBeDefined();
  expect(page.address()).toBe('/login');
  expect(fieldOf('Email').value).toBe(TYPED.Email);
  page.answer(...enter());
  await page.press('Sign In');
  expect(await screen.findByRole('heading', { name: /Welcome back/u })).toBeDefined();
  expect(screen.queryByText(FORGOT)).toBeNull();
});

test('S15 reports each missing field of an empty sign-in form', async () => {
  const page = await open('/login');
  await page.press('Sign In');
  expect(await screen.findByText('Please enter your email')).toBeDefined();
  await expect.poll(() => document.activeElement).toBe(fieldOf('Email'));
  await page.type({ Email: 'amina' });
  await page.press('Sign In');
  expect(await screen.findByText('Please enter a valid email address')).toBeDefined();
  expect(screen.getByText('Please enter your password')).toBeDefined();
  expect(page.sent(login)).toEqual([]);
});

test('S16 shows and hides the password on request', async () => {
  const page = await open('/login');
  await page.type({ Password: 'visible?' });
  expect(fieldOf('Password').type).toBe('password');
  await page.press('Show password');
  expect(fieldOf('Password').type).toBe('text');
  await page.press('Hide password');
  expect(fieldOf('Password').type).toBe('password');
  expect(fieldOf('Password').value).toBe('visible?');
});

test('S17 asks to be remembered only if Remember me is ticked', async () => {
  for (const rememberMe of [false, true]) {
    const page = await open('/login', { answers: enter() });
    await page.type(TYPED);
    if (rememberMe) await page.person.click(screen.getByLabelText('Remember me'));
    await page.press('Sign In');
    await expect.poll(page.address).toBe('/dashboard');
    expect(page.sent(login)).toMatchObject([{ rememberMe }]);
    await page.press('Logout');
    await expect.poll(page.address).toBe('/login');
  }
});

test('S490 shows a refused sign-in for five seconds, and another sentence if no server answered', async () => {
  stopToasts();
  const page = await open('/login', { answers: [refusal(login, 'invalid_credentials')] });
  await page.type(TYPED);
  await page.press('Sign In');
  await expectFiveSeconds(FORGOT);
  page.answer(badGateway(login));
  await page.press('Sign In');
  expect(await screen.findByText('Login failed. Please check your credentials and try again.')).toBeDefined();
  expect(screen.getByText(FORGOT)).toBeDefined();
});

test('S181 a sign-in without a network keeps the typed values, and does not call the password wrong', async () => {
  const page = await open('/login', { answers: [lost(login)] });
  await page.type(TYPED);
  await page.press('Sign In');
  expect(await screen.findByText('Network error. Please try again.')).toBeDefined();
  expect(screen.queryByText(FORGOT)).toBeNull();
  expect(fieldOf('Email').value).toBe(TYPED.Email);
  expect(fieldOf('Password').value).toBe(TYPED.Password);
  page.answer(...enter());
  await page.press('Sign In');
  await expect.poll(page.address).toBe('/dashboard');
});

test('S20 switches the sign-in page and its refusals to Swahili, and keeps Swahili after a reload', async () => {
  const page = await open('/login', { answers: [refusal(login, 'invalid_credentials')] });
  expect(document.documentElement.lang).toBe('en');
  await page.press('Kiswahili');
  await expect.poll(() => document.documentElement.lang).toBe('sw');
  await page.type({ 'Barua pepe': 'nobody@zawadi.test', Nenosiri: 'not-the-password' });
  await page.press('Ingia');
  expect(await screen.findByText(/^Imeshindikana kuingia. Tafadhali angalia barua pepe/u)).toBeDefined();
  await page.reload();
  expect(await screen.findByRole('link', { name: 'Fungua akaunti' })).toBeDefined();
  await page.press('English');
  expect(await screen.findByRole('link', { name: 'Create an account' })).toBeDefined();
  expect(document.documentElement.lang).toBe('en');
});

test('keeps text typed right after a change of language, even on a slow phone', async () => {
  const page = await open('/merchant/login');
  await page.type({ Password: 'typed-before' });
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((draw) => frames.push(draw));
  await page.press('Kiswahili');
  await screen.findByLabelText('Msimbo wa mfanyabiashara');
  await page.type({ 'Msimbo wa mfanyabiashara': 'DUKA001' });
  for (const draw of frames) act(() => draw(performance.now()));
  expect(fieldOf('Msimbo wa mfanyabiashara').value).toBe('DUKA001');
  expect(fieldOf('Nenosiri').value).toBe('typed-before');
});
