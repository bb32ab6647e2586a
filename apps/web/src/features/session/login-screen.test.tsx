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

test('S364 a wrong password keeps the typed values and says how to continue', async () => {
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

test('S15 an empty sign-in reports each missing field', async () => {
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

test('S16 the password can be shown and hidden again', async () => {
  const page = await open('/login');
  await page.type({ Password: 'visible?' });
  expect(fieldOf('Password').type).toBe('password');
  await page.press('Show password');
  expect(fieldOf('Password').type).toBe('text');
  await page.press('Hide password');
  expect(fieldOf('Password').type).toBe('password');
  expect(fieldOf('Password').value).toBe('visible?');
});

test('S17 requests Remember me only when it is ticked', async () => {
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

test('S490 shows a refused sign-in for five seconds, and another sentence when no server answered', async () => {
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

test('S181 a sign-in without a network keeps the typed values, and blames no password', async () => {
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

test('S20 the sign-in page switches to Swahili, with its refusals, and a reload remembers it', async () => {
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

test('text typed right after the language change stays, however slow the phone is', async () => {
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
