// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { pushStatus } from '@zawadi/contract/messages-push';
import { afterEach, expect, test, vi } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';

const { open } = pages();

const OFF = answer(pushStatus, { publicKey: 'AAAA', isOnHere: false });
const push = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Push Notifications' });

afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

/** Simulates a browser that supports notifications, but cannot reach a push service. */
function playBrowser(permission: NotificationPermission): void {
  vi.stubGlobal('PushManager', Object);
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission });
  const pushManager = {
    getSubscription: async () => null,
    subscribe: async () => {
      throw new DOMException('push service error', 'AbortError');
    },
  };
  const registration = { pushManager, active: null, waiting: null, addEventListener: () => undefined };
  const serviceWorker = {
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
    register: async () => registration,
    addEventListener: () => undefined,
  };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
}

test('S77 shows that the browser forbids notifications or cannot reach its push service', async () => {
  playBrowser('denied');
  await open('/dashboard/profile', { as: consumer(), answers: [OFF] });
  expect(await screen.findByText(/^This browser blocks our notifications/u)).toBeDefined();
  expect(push().disabled).toBe(true);
  expect(push().checked).toBe(false);
  const reason = document.getElementById(push().getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toMatch(/Allow them for this site.* In a private window they stay off/u);

  playBrowser('granted');
  const page = await open('/dashboard/profile', { as: consumer(), answers: [OFF] });
  await page.press('Turn on here');
  expect(await screen.findByText(/^This browser cannot reach its notification service/u)).toBeDefined();
  await waitFor(() => expect(screen.getByText('Not on for this device yet')).toBeDefined());
  expect(push().checked).toBe(true);
});

test('says what to do after the person has closed the browser’s question', async () => {
  playBrowser('default');
  const page = await open('/dashboard/profile', { as: consumer(), answers: [OFF] });
  await page.press('Turn on here');
  expect(
    await screen.findByText(/^Notifications are not on yet\. Choose Turn on here, then Allow/u),
  ).toBeDefined();
  expect(push().disabled).toBe(false);
});

test('a browser without notifications says so before the switch is turned on', async () => {
  await open('/dashboard/profile', { as: consumer({ notifications: false }) });
  const reason = await screen.findByText('This browser cannot show notifications. SMS and email still come.');
  expect(push().checked).toBe(false);
  expect(document.getElementById(push().getAttribute('aria-describedby') ?? '')?.contains(reason)).toBe(true);
});
