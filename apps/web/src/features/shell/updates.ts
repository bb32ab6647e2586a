import { useSyncExternalStore } from 'react';

const AFTER_LOAD_MS = 2000;
const LOOK_EVERY_MS = 60 * 60_000;

const watchers = new Set<() => void>();
let waiting: ServiceWorker | undefined;

/** Returns the new version that waits for the person's consent, if any. */
export function useUpdate(): ServiceWorker | undefined {
  return useSyncExternalStore(watch, readUpdate);
}

export function readUpdate(): ServiceWorker | undefined {
  return waiting;
}

/** Activates the new version, and reloads the page with it. Call it only after the person's consent. */
export function takeUpdate(version: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin but its own
  version.postMessage('take-over');
}

/** Keeps the old version until the last page that uses it closes. */
export function leaveUpdate(): void {
  become(undefined);
}

/** Installs the service worker after the page has loaded, and checks for new versions while the page is open. */
export function watchForUpdates(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Wait, so that the installation does not slow down a first visit on a slow connection.
  const begin = () => setTimeout(() => void install().catch(() => undefined), AFTER_LOAD_MS);
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}

const SCRIPT = '/sw.js';

/** Registers the service worker. Repeated calls return the same registration. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(trusted ?? SCRIPT);
}

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => URL };
};

// The page's Content-Security-Policy allows a script URL made from text only here. Browsers without Trusted Types
// accept plain text.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const trusted = trustedTypes
  ?.createPolicy('service-worker', { createScriptURL: () => SCRIPT })
  .createScriptURL(SCRIPT);

async function install(): Promise<void> {
  const registration = await registerServiceWorker();
  notice(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const version = registration.installing;
    version?.addEventListener('statechange', () => notice(registration.waiting));
  });
  setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY_MS);
}

// Shows that a new version waits. The first version does not wait, because there is no older version to replace.
function notice(version: ServiceWorker | null): void {
  if (version !== null && navigator.serviceWorker.controller !== null) become(version);
}

function become(next: ServiceWorker | undefined): void {
  waiting = next;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
