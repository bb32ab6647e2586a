import type { BrowserContext, Page } from '@playwright/test';
import type { PushMessage } from '@zawadi/contract';
import type { Browser } from '../../apps/api/src/testing/push-service.ts';

/**
 * Makes the browser use the given push subscription, because this Chromium cannot reach its vendor's push service.
 * Permission, service worker and notifications are the browser's.
 */
export async function subscribeAt(context: BrowserContext, { subscription }: Browser): Promise<void> {
  await context.grantPermissions(['notifications']);
  await context.addInitScript((kept) => {
    const KEY = 'test.push-subscription';
    const subscribed = (key: BufferSource | string | null | undefined) => ({
      endpoint: kept.endpoint,
      options: { applicationServerKey: key, userVisibleOnly: true },
      toJSON: () => kept,
      unsubscribe: async () => {
        localStorage.removeItem(KEY);
        return true;
      },
    });
    const keyOf = (text: string) => Uint8Array.from(JSON.parse(text) as number[]).buffer;
    Object.assign(PushManager.prototype, {
      subscribe: async ({ applicationServerKey: key }: PushSubscriptionOptionsInit) => {
        localStorage.setItem(KEY, JSON.stringify([...(key as Uint8Array)]));
        return subscribed(key);
      },
      getSubscription: async () => {
        const text = localStorage.getItem(KEY);
        return text === null ? null : subscribed(keyOf(text));
      },
    });
  }, subscription);
}

/** Passes a push message to the service worker, as the browser does after decrypting the message. */
export async function deliver(page: Page, message: PushMessage): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { promise: registered, resolve } = Promise.withResolvers<string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [registration] = registrations;
    if (registration) resolve(registration.registrationId);
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(message),
  });
  await session.detach();
}

type Shown = Pick<Notification, 'title' | 'body' | 'tag' | 'lang' | 'icon'>;

/** Lists the notifications on the device. */
export function shownOn(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, tag, lang, icon }) => ({ title, body, tag, lang, icon }));
  });
}

/**
 * Simulates a press on a notification: triggers its event, because a test cannot press outside the page.
 */
export async function pressNotification(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(`(async () => {
    const [notification] = await self.registration.getNotifications();
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })()`);
}
