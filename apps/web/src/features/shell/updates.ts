import { useSyncExternalStore } from 'react';

const AFTER_LOAD_MS = 2000;
const LOOK_EVERY_MS = 60 * 60_000;

const watchers = new Set<() => void>();
let waiting: ServiceWorker | undefined;

/** The new version that waits for this page's consent, if there is one. */
export function useUpdate(): ServiceWorker | undefined {
  return useSyncExternalStore(watch, readUpdate);
}

export function readUpdate(): ServiceWorker | undefined {
  return waiting;
}

/** The person agrees: the new version takes over, and the page is loaded in it. */
export function takeUpdate(version: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin but its own
  version.postMessage('take-over');
}

/** Keeps the old version; the new one takes over when the last page of the old one is closed. */
export function leaveUpdate(): void {
  become(undefined);
}

/** Installs the service worker once the page is there, and looks for new versions as long as it is open. */
export function watchForUpdates(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Not while the first visit is loading on a slow line.
  const begin = () => setTimeout(() => void install().catch(() => undefined), AFTER_LOAD_MS);
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}

const SCRIPT = '/sw.js';

/** Once is enough; again is the same registration. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(trusted ?? SCRIPT);
}

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => URL };
};

// The page's policy lets no text become a script's address but here. Browsers without trusted types take the text.
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

// The very first version does not wait: there is no older one to replace.
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
