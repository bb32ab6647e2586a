import { expect, test, vi } from 'vitest';
import { fileFrom, pageFrom } from './answers.ts';
import { kindOf } from './kind-of.ts';
import { dropEarlier, keepShell } from './versions.ts';

const HERE = 'https://zawadi.test';
const get = (path: string, mode: RequestMode = 'no-cors') => ({ method: 'GET', mode, url: HERE + path });

test('handles only pages and built files', () => {
  expect(kindOf(get('/dashboard/wallet', 'navigate'), HERE)).toBe('page');
  expect(kindOf(get('/status', 'navigate'), HERE)).toBe('leave');
  expect(kindOf(get('/assets/index-4f.js'), HERE)).toBe('file');
  expect(kindOf(get('/theme.js'), HERE)).toBe('file');
  expect(kindOf(get('/sw.js'), HERE)).toBe('leave');
  expect(kindOf({ ...get('/assets/x.js'), url: 'https://other.test/assets/x.js' }, HERE)).toBe('leave');
});

test.each(['navigate', 'cors', 'no-cors'] as const)('does not handle API calls (request mode %s)', (mode) => {
  expect(kindOf(get('/api/wallets/v1/history', mode), HERE)).toBe('leave');
  expect(kindOf({ ...get('/api/vouchers/v1/show-code', mode), method: 'POST' }, HERE)).toBe('leave');
});

test('answers a page from the network while the network works', async () => {
  const shell = vi.fn<() => Promise<Response>>();
  const page = await pageFrom(async () => new Response('fresh'), new Request(HERE), shell);
  expect(await page.text()).toBe('fresh');
  expect(shell).not.toHaveBeenCalled();
});

test.each([
  ['the network is away', () => Promise.reject(new TypeError('offline'))],
  ['a gateway says that the server is away', () => Promise.resolve(new Response('', { status: 502 }))],
  ['the network takes too long', () => new Promise<Response>(() => undefined)],
])('answers a page with the stored shell when %s', async (_, network) => {
  vi.useFakeTimers();
  const asked = pageFrom(network, new Request(HERE), async () => new Response('shell'));
  await vi.advanceTimersByTimeAsync(5000);
  expect(await (await asked).text()).toBe('shell');
  vi.useRealTimers();
});

test('without a stored shell, a page fails as without a service worker', async () => {
  const offline = async () => Promise.reject(new TypeError('offline'));
  await expect(pageFrom(offline, new Request(HERE), async () => undefined)).rejects.toThrow('offline');
});

test('fetches a file once and caches it, but does not cache an error', async () => {
  const { cache } = fakeCaches();
  const network = vi.fn<(request: Request | string) => Promise<Response>>();
  network.mockResolvedValueOnce(new Response('', { status: 404 }));
  network.mockImplementation(async () => new Response('code'));
  const request = new Request(`${HERE}/assets/a.js`);
  expect((await fileFrom(network, request, cache)).status).toBe(404);
  expect(await (await fileFrom(network, request, cache)).text()).toBe('code');
  expect(await (await fileFrom(network, request, cache)).text()).toBe('code');
  expect(network).toHaveBeenCalledTimes(2);
});

test('a new version reuses shared files, fetches other files, and deletes the old caches', async () => {
  vi.stubGlobal('Request', LocalRequest);
  const { caches, fetched } = fakeCaches();
  await keepShell(caches, 'one', ['/index.html', '/assets/a.js', '/assets/b.js']);
  await keepShell(caches, 'two', ['/index.html', '/assets/a.js', '/assets/c.js']);
  expect(fetched).toEqual(['/index.html', '/assets/a.js', '/assets/b.js', '/index.html', '/assets/c.js']);
  await caches.open('another-app');
  await dropEarlier(caches, 'two');
  expect(await caches.keys()).toEqual(['zawadi-app-two', 'another-app']);
  expect(await (await caches.match('/assets/a.js'))?.text()).toBe('/assets/a.js');
  vi.unstubAllGlobals();
});

/** In a worker, a path is a URL of the worker's own site. */
class LocalRequest extends Request {
  constructor(path: string, init?: RequestInit) {
    super(HERE + path, init);
  }
}

/** Fake of the browser's caches, which Node lacks, as far as the worker uses them. */
function fakeCaches() {
  const named = new Map<string, Map<string, Response>>();
  const fetched: string[] = [];
  const pathOf = (asked: RequestInfo | URL) =>
    new URL(asked instanceof Request ? asked.url : String(asked), HERE).pathname;
  const matchIn = (kept: Map<string, Response>, asked: RequestInfo | URL) => kept.get(pathOf(asked))?.clone();
  const cacheOf = (kept: Map<string, Response>) =>
    ({
      match: async (asked) => matchIn(kept, asked),
      put: async (asked, answer) => void kept.set(pathOf(asked), answer),
      add: async (asked) => {
        fetched.push(pathOf(asked));
        kept.set(pathOf(asked), new Response(pathOf(asked)));
      },
    }) as Pick<Cache, 'match' | 'put' | 'add'> as Cache;
  const caches = {
    open: async (name) => {
      const kept = named.get(name) ?? new Map<string, Response>();
      named.set(name, kept);
      return cacheOf(kept);
    },
    keys: async () => [...named.keys()],
    delete: async (name) => named.delete(name),
    match: async (asked) => [...named.values()].map((kept) => matchIn(kept, asked)).find(Boolean),
  } as Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'> as CacheStorage;
  return { caches, cache: cacheOf(new Map()), fetched };
}
