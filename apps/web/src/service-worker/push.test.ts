import { expect, test, vi } from 'vitest';
import { openPage, pathOf, renewSubscription, showMessage } from './push.ts';
import type { OpenPage } from './worker-scope.ts';

const HERE = 'https://zawadi.test';

test('shows a push message, and gives a repeated message the same tag', async () => {
  const showNotification = vi.fn<ServiceWorkerRegistration['showNotification']>();
  const said = {
    title: 'A gift for you',
    body: 'KES 950.',
    path: '/dashboard/wallet',
    tag: 'one',
    lang: 'sw',
  };
  await showMessage({ showNotification }, { json: () => said });
  expect(showNotification).toHaveBeenCalledWith(
    'A gift for you',
    expect.objectContaining({
      body: 'KES 950.',
      tag: 'one',
      lang: 'sw',
      data: { path: '/dashboard/wallet' },
    }),
  );
});

test.each([
  null,
  {
    json: () => {
      throw new SyntaxError('not JSON');
    },
  },
  { json: () => null },
  { json: () => ({ title: 5, path: {} }) },
])('shows a notification also for an unreadable push message', async (data) => {
  const showNotification = vi.fn<ServiceWorkerRegistration['showNotification']>();
  await showMessage({ showNotification }, data);
  expect(showNotification).toHaveBeenCalledWith(
    'Zawadi',
    expect.objectContaining({ data: { path: '/dashboard' } }),
  );
});

test('a notification opens only a page of the web app', () => {
  expect(pathOf({ path: '/dashboard/wallet' }, HERE).href).toBe(`${HERE}/dashboard/wallet`);
  for (const data of [
    undefined,
    {},
    { path: 'https://evil.test/' },
    { path: '//evil.test' },
    { path: 'javascript:1' },
  ]) {
    expect(pathOf(data, HERE).href).toBe(`${HERE}/dashboard`);
  }
});

test('focuses the open page, or else navigates another page there, or else opens a new one', async () => {
  const url = new URL('/dashboard/wallet', HERE);
  const wallet = newPage('/dashboard/wallet');
  const other = newPage('/dashboard');
  await openPage(pagesOf([other, wallet]), url);
  expect(wallet.focus).toHaveBeenCalled();
  expect(other.navigate).not.toHaveBeenCalled();
  await openPage(pagesOf([other]), url);
  expect(other.navigate).toHaveBeenCalledWith(url.href);
  const none = pagesOf([]);
  await openPage(none, url);
  expect(none.openWindow).toHaveBeenCalledWith(url.href);
});

test('opens a new page if it cannot navigate an open one', async () => {
  const foreign = newPage('/dashboard');
  foreign.navigate.mockRejectedValue(new TypeError('not controlled'));
  const pages = pagesOf([foreign]);
  await openPage(pages, new URL('/dashboard/wallet', HERE));
  expect(pages.openWindow).toHaveBeenCalled();
});

test('renews a replaced subscription with its former endpoint and the same key', async () => {
  const send = vi.fn<typeof fetch>();
  const subscribe = vi
    .fn<PushManager['subscribe']>()
    .mockResolvedValue(subscriptionAt('https://push.test/new'));
  const registration = { pushManager: { subscribe } as Partial<PushManager> as PushManager };
  await renewSubscription(send, registration, { oldSubscription: null });
  expect(send).not.toHaveBeenCalled();
  await renewSubscription(send, registration, { oldSubscription: subscriptionAt('https://push.test/old') });
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: KEY });
  const [address, init] = send.mock.lastCall ?? [];
  expect(address).toBe('/api/messages/v1/push/renew');
  expect(JSON.parse(String(init?.body))).toEqual({
    formerEndpoint: 'https://push.test/old',
    subscription: { endpoint: 'https://push.test/new' },
  });
});

const KEY = new ArrayBuffer(65);

function subscriptionAt(endpoint: string): PushSubscription {
  const known = {
    endpoint,
    options: { applicationServerKey: KEY, userVisibleOnly: true },
    toJSON: () => ({ endpoint }),
  };
  return known as Partial<PushSubscription> as PushSubscription;
}

function newPage(path: string) {
  const focus = vi.fn<OpenPage['focus']>().mockResolvedValue(undefined);
  const navigate = vi.fn<OpenPage['navigate']>();
  const page = { url: HERE + path, focus, navigate };
  navigate.mockImplementation(async () => page);
  return page;
}

function pagesOf(open: OpenPage[]) {
  return { matchAll: async () => open, openWindow: vi.fn<(url: string) => Promise<OpenPage | null>>() };
}
