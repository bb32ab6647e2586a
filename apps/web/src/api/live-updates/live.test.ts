import { QueryObserver } from '@tanstack/react-query';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readLive, watchLive } from './live.ts';
import { queryClient } from '../query-client.ts';
import { queryKeys } from '../query-keys.ts';
import { accessToken } from '../testing/fake-server.ts';
import { storeTokens } from '../token-store.ts';

const ID = '0197a0c0-0000-7000-8000-000000000001';
const OTHER = '0197a0c0-0000-7000-8000-000000000002';
const token = accessToken('user-1', 'ROLE_USER');
const streams: ServerResponse[] = [];
const bearers: (string | undefined)[] = [];
const leaving: (() => void)[] = [];
let attempts = 0;

const server = createServer((request, response) => {
  bearers.push(request.headers.authorization);
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': here\n\n');
  streams.push(response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    attempts += 1;
    return real(new URL(path, base), init);
  });
  storeTokens({ accessToken: token, refreshToken: 'refresh' });
});
afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
  streams.length = 0;
  attempts = 0;
  bearers.length = 0;
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

/** Mounts a query and counts its calls to the server. */
function onScreen(queryKey: readonly string[]): { asked: number } {
  const counter = { asked: 0 };
  const queryFn = () => {
    counter.asked += 1;
    return counter.asked;
  };
  leaving.push(
    new QueryObserver(queryClient, { queryKey: [...queryKey], queryFn }).subscribe(() => undefined),
  );
  return counter;
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 8000, interval: 20 });

test('a hint refetches the payment that the hint names, and the wallet', async () => {
  leaving.push(watchLive(() => undefined));
  await eventually(() => expect(readLive()).toBe('live'));
  expect(bearers).toEqual([`Bearer ${token}`]);
  const [mine, another, wallet] = [
    onScreen(queryKeys.purchase(ID)),
    onScreen(queryKeys.purchase(OTHER)),
    onScreen(queryKeys.walletStats),
  ];
  await eventually(() => expect([mine.asked, another.asked, wallet.asked]).toEqual([1, 1, 1]));
  streams[0]?.write(`data: {"topic":"purchase","id":"${ID}"}\n\n`);
  await eventually(() => expect([mine.asked, another.asked, wallet.asked]).toEqual([2, 1, 2]));
});

test('several screens share one stream, which closes when the last screen unmounts', async () => {
  leaving.push(
    watchLive(() => undefined),
    watchLive(() => undefined),
  );
  await eventually(() => expect(readLive()).toBe('live'));
  expect(streams).toHaveLength(1);
  for (const leave of leaving.splice(0)) leave();
  await eventually(() => expect(streams[0]?.destroyed).toBe(true));
  expect(readLive()).toBe('polling');
});

test('S372 reconnects after a cut stream and refetches everything on the screen', async () => {
  leaving.push(watchLive(() => undefined));
  await eventually(() => expect(readLive()).toBe('live'));
  const mine = onScreen(queryKeys.purchase(OTHER));
  await eventually(() => expect(mine.asked).toBeGreaterThan(0));
  const before = mine.asked;
  streams[0]?.destroy();
  await eventually(() => expect(readLive()).toBe('polling'));
  await eventually(() => expect(readLive()).toBe('live'));
  expect(streams).toHaveLength(2);
  await eventually(() => expect(mine.asked).toBeGreaterThan(before));
});

test('if newer tabs replace the stream, the tab waits ten minutes and polls instead', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  leaving.push(
    watchLive(() => undefined),
    () => vi.useRealTimers(),
  );
  await eventually(() => expect(readLive()).toBe('live'));
  streams[0]?.end('event: replaced\ndata: {}\n\n');
  await eventually(() => expect(readLive()).toBe('polling'));
  await vi.advanceTimersByTimeAsync(300_000);
  expect(attempts).toBe(1);
  await vi.advanceTimersToNextTimerAsync();
  await eventually(() => expect(readLive()).toBe('live'));
  expect(attempts).toBe(2);
});
