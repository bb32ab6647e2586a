import { fileFrom, pageFrom } from './answers.ts';
import { kindOf } from './kind-of.ts';
import { openPage, pathOf, renewSubscription, showMessage } from './push.ts';
import { IGNORE_VARY, cacheName, dropEarlier, keepShell } from './versions.ts';
import type { WorkerScope } from './worker-scope.ts';

// Inserted by the build: the paths of the shell's files, and a version that changes with the files.
declare const SHELL: readonly string[];
declare const VERSION: string;

const worker = globalThis as unknown as WorkerScope;
const PAGE = '/index.html';

worker.addEventListener('install', (event) => event.waitUntil(keepShell(worker.caches, VERSION, SHELL)));

worker.addEventListener('activate', (event) => {
  event.waitUntil(dropEarlier(worker.caches, VERSION).then(async () => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, worker.location.origin);
  if (kind === 'page') {
    event.respondWith(pageFrom(fetch, event.request, async () => worker.caches.match(PAGE, IGNORE_VARY)));
  } else if (kind === 'file') {
    const answer = async () => fileFrom(fetch, event.request, await worker.caches.open(cacheName(VERSION)));
    event.respondWith(answer());
  }
});

worker.addEventListener('push', (event) => event.waitUntil(showMessage(worker.registration, event.data)));

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(worker.clients, pathOf(event.notification.data, worker.location.origin)));
});

worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(fetch, worker.registration, event));
});

// Sent by a page whose user agreed to the new version. Until then, the open page uses the old files.
worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') void worker.skipWaiting();
});
