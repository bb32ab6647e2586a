import { parseUrl } from '@zawadi/contract/parse-url';
import type { PushMessage } from '@zawadi/contract/messages-push';
import type { OpenPage, OpenPages, PushEvent, SubscriptionChangeEvent } from './worker-scope.ts';

const RENEW = '/api/messages/v1/push/renew';
/** Shown for an unreadable push: browsers require a notification for every push. */
const UNREADABLE: PushMessage = { title: 'Zawadi', body: '', path: '/dashboard', tag: 'zawadi', lang: 'en' };

/** Shows a push message. A repeated message replaces the visible notification. */
export async function showMessage(
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
  data: PushEvent['data'],
): Promise<void> {
  const { title, body, path, tag, lang } = { ...UNREADABLE, ...textsIn(data) };
  await registration.showNotification(title, {
    body,
    tag,
    lang,
    icon: '/icons/192.png',
    badge: '/icons/badge-96.png',
    data: { path },
  });
}

function textsIn(data: PushEvent['data']): Partial<PushMessage> {
  try {
    const said = Object(data?.json()) as Record<string, unknown>;
    return Object.fromEntries(Object.entries(said).filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}

/** Returns the URL that a notification opens: always a page of the web app, whatever its data contains. */
export function pathOf(data: unknown, origin: string): URL {
  const { path } = Object(data) as { path?: unknown };
  const url = typeof path === 'string' ? parseUrl(path, origin) : undefined;
  return url?.origin === origin ? url : new URL(UNREADABLE.path, origin);
}

/** Focuses the page if it is open. Otherwise navigates another open page of the web app; otherwise opens a new page. */
export async function openPage(pages: OpenPages, url: URL): Promise<void> {
  const open = await pages.matchAll({ type: 'window', includeUncontrolled: true });
  const there = open.find((page) => new URL(page.url).pathname === url.pathname);
  if (there !== undefined) return void (await there.focus());
  const [other] = open;
  if (other === undefined || !(await canShow(other, url))) await pages.openWindow(url.href);
}

/**
 * Shows a URL in an open page; returns false if that fails. A worker cannot navigate a page that it does not control.
 */
async function canShow(page: OpenPage, url: URL): Promise<boolean> {
  // Focus first, because permission to focus after a click expires quickly. If focusing fails, still navigate the page
  // in the background.
  await page.focus().catch(() => undefined);
  return page.navigate(url.href).then(
    (shown) => shown !== null,
    () => false,
  );
}

/**
 * Reports the new endpoint of a subscription that the push service has replaced. A worker is not signed in; the former
 * endpoint proves its identity. If a browser does not fire this event, the next page load reports the endpoint.
 */
export async function renewSubscription(
  send: typeof fetch,
  registration: Pick<ServiceWorkerRegistration, 'pushManager'>,
  {
    oldSubscription: former,
    newSubscription: given,
  }: Pick<SubscriptionChangeEvent, 'oldSubscription' | 'newSubscription'>,
): Promise<void> {
  if (!former) return;
  const { applicationServerKey } = former.options;
  const next =
    given ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  await send(RENEW, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ formerEndpoint: former.endpoint, subscription: next }),
  });
}
