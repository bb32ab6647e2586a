// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { adminLogin } from '@zawadi/contract/administrators';
import { merchantLogin } from '@zawadi/contract/merchants';
import { listMerchants } from '@zawadi/contract/merchants-admin';
import { refresh } from '@zawadi/contract/sessions';
import { login } from '@zawadi/contract/users';
import { dashboardStats } from '@zawadi/contract/wallets';
import { expect, test } from 'vitest';
import { answer, refusal } from '../../testing/contract-answers.ts';
import { emptyAnswer } from '../../testing/empty-answer.ts';
import { settings } from '../../testing/money.ts';
import { pages, signsIn } from '../../testing/open-page.tsx';
import { administrator, consumer, shopPerson } from '../../testing/people.ts';

const { open } = pages();

const PASSWORD = 'Zawadi-demo-1';
const TYPED = { Email: 'amina.hassan@example.test', Password: PASSWORD };

test('S361 renews an expired access token without the user noticing', async () => {
  let refusals = 0;
  const ranOut = refusal(dashboardStats, 'unauthenticated');
  const stats = answer(dashboardStats, { ...emptyAnswer(dashboardStats), walletBalance: 4_750 });
  const once = {
    endpoint: dashboardStats,
    reply: (asked: Parameters<typeof stats.reply>[0]) => (refusals++ === 0 ? ranOut : stats).reply(asked),
  };
  const page = await open('/dashboard/wallet', { as: consumer(), answers: [once] });
  await waitFor(() => expect(screen.getByLabelText('Your balance').textContent).toContain('4,750'));
  expect(page.asked(refresh)).toHaveLength(1);
  expect(page.address()).toBe('/dashboard/wallet');
});

test('S26 redirects a signed-in user home from the sign-in page, /user/dashboard, / and unknown pages', async () => {
  for (const path of ['/login', '/', '/user/dashboard', '/no/such/page', '/dashboard/no-such-page']) {
    const page = await open(path, { as: consumer() });
    await expect.poll(page.address).toBe('/dashboard');
  }
});

test('A30 S24 ignores a URL of another site or area', async () => {
  for (const from of ['https://evil.example/', '//evil.example', '/admin', String.raw`/\evil.example`]) {
    const page = await open(`/login?from=${encodeURIComponent(from)}`, {
      answers: signsIn(login, consumer()),
    });
    await page.type(TYPED);
    await page.press('Sign In');
    await expect.poll(page.address).toBe('/dashboard');
    await page.press('Logout');
    await expect.poll(page.address).toBe('/login');
  }
});

test('S37 a consumer who opens the merchant area has to sign in there, which replaces the session', async () => {
  const answers = signsIn(merchantLogin, shopPerson());
  const page = await open('/merchant/dashboard', { as: consumer(), answers });
  await expect.poll(page.address).toBe('/merchant/login?from=/merchant/dashboard');
  await page.type({ 'Merchant code': 'DUKA001', Password: PASSWORD });
  await page.press('Sign In');
  await expect.poll(page.address).toBe('/merchant/dashboard');
  await page.go('/dashboard');
  await expect.poll(page.address).toBe('/login?from=/dashboard');
});

test('S93 reports a wrong merchant password, with a link to support', async () => {
  const page = await open('/merchant/login', {
    answers: [refusal(merchantLogin, 'invalid_credentials'), settings],
  });
  await page.type({ 'Merchant code': 'DUKA001', Password: 'not-the-password' });
  await page.press('Sign In');
  expect(await screen.findByText(/^Login failed/u)).toBeDefined();
  await page.person.click(screen.getByRole('link', { name: 'Merchant support' }));
  await expect.poll(page.address).toBe('/support');
});

test('shows administrators English in any language of the device, and other areas the chosen language', async () => {
  const page = await open('/merchant/login');
  await page.press('Kiswahili');
  await expect.poll(() => document.documentElement.lang).toBe('sw');
  for (const path of ['/forgot-password?login=%2Fadmin%2Flogin', '/admin/login']) {
    await page.go(path);
    expect(await screen.findByLabelText('Email')).toBeDefined();
    await expect.poll(() => document.documentElement.lang).toBe('en');
    expect(screen.queryByRole('button', { name: /^(?:Kiswahili|English)$/u })).toBeNull();
  }
  page.answer(...signsIn(adminLogin, administrator()));
  await page.type(TYPED);
  await page.press('Sign In');
  await page.go('/admin/transactions');
  expect(await screen.findByRole('searchbox', { name: 'Search' })).toBeDefined();
  expect(document.documentElement.lang).toBe('en');
  await page.press('Logout');
  await expect.poll(page.address).toBe('/login');
  expect(await screen.findByRole('button', { name: 'Ingia' })).toBeDefined();
  expect(document.documentElement.lang).toBe('sw');
});

test('an administrator who was signed out after 30 idle minutes signs in again and returns to the same page', async () => {
  const idle = /^You were signed out after 30 minutes without activity/u;
  const wanjiku = administrator();
  const page = await open('/admin/users', { as: wanjiku });
  await screen.findByRole('heading', { level: 1, name: 'Users' });
  page.answer(refusal(listMerchants, 'unauthenticated'), refusal(refresh, 'session_idle'));
  await page.person.click(screen.getAllByRole('link', { name: 'Merchants' })[0] ?? document.body);
  await expect.poll(page.address).toBe('/admin/login?from=/admin/merchants');
  expect(await screen.findAllByText(idle)).toHaveLength(1);
  expect(screen.queryByText('Your session has ended. Please sign in again.')).toBeNull();
  page.answer(answer(listMerchants, emptyAnswer(listMerchants)), ...signsIn(adminLogin, wanjiku));
  await page.type(TYPED);
  await page.press('Sign In');
  await expect.poll(page.address).toBe('/admin/merchants');
});
