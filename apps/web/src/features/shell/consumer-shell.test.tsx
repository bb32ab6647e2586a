// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { registerTransaction } from '@zawadi/contract/payments';
import { login } from '@zawadi/contract/users';
import { dashboardStats } from '@zawadi/contract/wallets';
import { expect, test, vi } from 'vitest';
import { answer, held, lost } from '../../testing/contract-answers.ts';
import { emptyAnswer } from '../../testing/empty-answer.ts';
import { settings } from '../../testing/money.ts';
import { fieldOf, pages, signsIn } from '../../testing/open-page.tsx';
import { consumer } from '../../testing/people.ts';

const { open } = pages();

const BUY = '/dashboard/buy-gifts';
const GIFT = {
  Amount: '750',
  'Recipient’s full name': 'Neema Wafula',
  'Recipient’s phone': '0722000222',
  'Recipient’s email': 'neema.wafula@example.test',
};
const waits = () => document.querySelectorAll('[aria-busy="true"]').length > 0;

test('S47 breadcrumbs name the page and link back', async () => {
  const page = await open('/dashboard/wallet', { as: consumer() });
  const crumbs = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }));
  expect(crumbs.getByText('My Wallet').getAttribute('aria-current')).toBe('page');
  await page.person.click(crumbs.getByRole('link', { name: 'Dashboard' }));
  await expect.poll(page.address).toBe('/dashboard');
});

test('S179 changing the language keeps the page, its step and the typed values', async () => {
  const page = await open(BUY, { as: consumer(), answers: [settings] });
  await screen.findByLabelText('Amount');
  await page.type(GIFT);
  await page.press('Kiswahili');
  expect(await screen.findByRole('heading', { name: 'Nunua zawadi' })).toBeDefined();
  expect(fieldOf('Kiasi').value).toBe('750');
  expect(fieldOf('Jina kamili la mpokeaji').value).toBe('Neema Wafula');
  expect(page.address()).toBe(BUY);
});

test('sends no call later when there is no network: the page explains it, and retries on request', async () => {
  const page = await open(BUY, { as: consumer(), answers: [settings, lost(registerTransaction)] });
  await screen.findByLabelText('Amount');
  await page.type(GIFT);
  const offline = () => screen.queryByText('You are offline.');
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  await waitFor(() => expect(offline()).not.toBeNull());
  await page.press('Continue to M-PESA');
  expect(await screen.findByText('Network error. Please try again.')).toBeDefined();
  const registered = { ...emptyAnswer(registerTransaction), requestId: crypto.randomUUID() };
  page.answer(answer(registerTransaction, registered));
  line.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  await waitFor(() => expect(offline()).toBeNull());
  expect(page.sent(registerTransaction)).toHaveLength(1);
  await page.press('Continue to M-PESA');
  await expect.poll(page.address).toContain(registered.requestId);
});

test('S21 on a slow connection, every page shows a skeleton before its data, and buttons show progress', async () => {
  const [signedIn, ...details] = signsIn(login, consumer());
  if (signedIn === undefined) throw new Error('signsIn returned no answer');
  const late = { signedIn: held(signedIn), stats: held(answer(dashboardStats, emptyAnswer(dashboardStats))) };
  const page = await open('/login', { answers: [late.signedIn, late.stats, ...details] });
  await page.type({ Email: 'amina.hassan@example.test', Password: 'Zawadi-demo-1' });
  await page.press('Sign In');
  expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeDefined();
  late.signedIn.release();
  for (const name of ['Welcome back, Amina', 'My Wallet']) {
    expect(await screen.findByRole('heading', { level: 1, name })).toBeDefined();
    expect(waits()).toBe(true);
    if (name !== 'My Wallet')
      await page.person.click(screen.getAllByRole('link', { name: 'My Wallet' })[0] ?? document.body);
  }
  late.stats.release();
  await waitFor(() => expect(waits()).toBe(false));
});
