import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Worker = EventTarget & { postMessage: (message: string) => void };
const worker = (): Worker =>
  Object.assign(new EventTarget(), { postMessage: vi.fn<(message: string) => void>() });

const reload = vi.fn<() => void>();
let registration: EventTarget & {
  waiting: Worker | null;
  installing: Worker | null;
  update: () => Promise<void>;
};
let container: EventTarget & { controller: Worker | null; register: () => Promise<typeof registration> };

// Each test starts as a page that was just loaded.
beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubEnv('PROD', true);
  registration = Object.assign(new EventTarget(), {
    waiting: null,
    installing: null,
    update: vi.fn<() => Promise<void>>(async () => undefined),
  });
  container = Object.assign(new EventTarget(), {
    controller: null,
    register: vi.fn<() => Promise<typeof registration>>(async () => registration),
  });
  vi.stubGlobal('navigator', { serviceWorker: container });
  vi.stubGlobal('document', { readyState: 'complete' });
  vi.stubGlobal('location', { reload });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  reload.mockClear();
});

async function loadPage() {
  const updates = await import('./updates.ts');
  updates.watchForUpdates();
  expect(container.register).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  return updates;
}

/** Simulates a browser that has fetched a different version. */
function install(version: Worker): void {
  registration.installing = version;
  registration.dispatchEvent(new Event('updatefound'));
  registration.waiting = version;
  version.dispatchEvent(new Event('statechange'));
}

test('does not ask for consent to the first version, which replaces nothing', async () => {
  const { readUpdate } = await loadPage();
  install(worker());
  expect(readUpdate()).toBeUndefined();
});

test('a new version waits for consent, then becomes active and reloads the page', async () => {
  container.controller = worker();
  const { readUpdate, takeUpdate } = await loadPage();
  const next = worker();
  install(next);
  expect(readUpdate()).toBe(next);
  expect(next.postMessage).not.toHaveBeenCalled();

  takeUpdate(next as unknown as ServiceWorker);
  expect(next.postMessage).toHaveBeenCalledWith('take-over');
  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
});

test('offers a version again that has waited since the last visit, and Later postpones it', async () => {
  container.controller = worker();
  registration.waiting = worker();
  const { readUpdate, leaveUpdate } = await loadPage();
  expect(readUpdate()).toBe(registration.waiting);
  leaveUpdate();
  expect(readUpdate()).toBeUndefined();
});

test('an open page checks for new versions every hour, even after a check without network', async () => {
  await loadPage();
  vi.mocked(registration.update).mockRejectedValueOnce(new TypeError('offline'));
  await vi.advanceTimersByTimeAsync(2 * 60 * 60_000);
  expect(registration.update).toHaveBeenCalledTimes(2);
});
