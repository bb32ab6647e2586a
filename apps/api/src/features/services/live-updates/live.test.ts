import type { AddressInfo } from 'node:net';
import { liveStream, type LiveHint } from '@zawadi/contract';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Db } from '../../../platform/db/database.ts';
import { createListener } from '../../../platform/db/listen.ts';
import { createHttp } from '../../../http/create-http.ts';
import { registerRoutes, type Authenticators } from '../../../http/register-routes.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { until } from '../../../testing/until.ts';
import { createLiveHub, publishHint, routes } from './index.ts';

const log = pino({ level: 'silent' });
const closers: (() => Promise<void> | void)[] = [];
let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.appUrl, { connections: 4, name: 'test' });
});

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('S142 a hint reaches its user’s screens on every process, and no other user’s', async () => {
  const [here, there] = [await startProcess(), await startProcess()];
  const [amina, brian] = [newId(), newId()];
  const screens = [await here.open(amina), await there.open(amina)];
  const foreign = await there.open(brian);
  await untilConnected([...screens, foreign]);
  const hint = { topic: 'purchase', id: newId() } as const;
  await publish({ userId: amina, ...hint });
  await until(() => {
    for (const screen of screens) expect(screen.hints).toContainEqual(hint);
  });
  expect(foreign.hints).not.toContainEqual(hint);
});

test('a rolled-back change sends no hint', async () => {
  const process = await startProcess();
  const userId = newId();
  const screen = await process.open(userId);
  await untilConnected([screen]);
  const [undone, done] = [newId(), newId()];
  const doomed = db.transaction().execute(async (tx) => {
    await publishHint(tx, { userId, topic: 'wallet', id: undone });
    throw new Error('rolled back');
  });
  await expect(doomed).rejects.toThrow('rolled back');
  await publish({ userId, topic: 'wallet', id: done });
  await until(() => expect(screen.hints).toContainEqual({ topic: 'wallet', id: done }));
  expect(screen.hints).not.toContainEqual({ topic: 'wallet', id: undone });
});

test('S391 a stream starts with the required headers, and a request without a session gets no stream', async () => {
  const process = await startProcess();
  const screen = await process.open(newId());
  expect(screen.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(screen.response.headers.get('cache-control')).toContain('no-store');
  expect(screen.response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(screen.response.headers.get('request-id')).toBeTruthy();
  const stranger = await fetch(process.address);
  expect(stranger.status).toBe(401);
});

test('an eleventh stream of one user ends only that user’s oldest stream, with a reason', async () => {
  const process = await startProcess();
  const [amina, brian] = [newId(), newId()];
  const foreign = await process.open(brian);
  const screens: Screen[] = [];
  for (let count = 0; count < 11; count += 1) screens.push(await process.open(amina));
  const [oldest, ...others] = screens;
  await until(() => expect(oldest?.hasEnded).toBe(true));
  expect(oldest?.text).toContain('event: replaced\n');
  expect(others.map(({ hasEnded }) => hasEnded)).not.toContain(true);
  expect(foreign.hasEnded).toBe(false);
});

test('a stream sends heartbeats while its session is live, and ends with the session', async () => {
  let isAlive = true;
  const process = await startProcess({ isSessionAlive: async () => isAlive });
  const screen = await process.open(newId());
  await until(() => expect(screen.text.match(/: still here/gu)?.length).toBeGreaterThan(1));
  expect(screen.hasEnded).toBe(false);
  isAlive = false;
  await until(() => expect(screen.hasEnded).toBe(true));
});

test('ends a stream if its session cannot be checked', async () => {
  const process = await startProcess({ isSessionAlive: () => Promise.reject(new Error('no database')) });
  const screen = await process.open(newId());
  await until(() => expect(screen.hasEnded).toBe(true));
});

test('ignores unreadable notifications and keeps sending hints', async () => {
  const process = await startProcess();
  const userId = newId();
  const screen = await process.open(userId);
  await untilConnected([screen]);
  for (const nonsense of [
    '',
    'not json',
    '{"userId":1}',
    JSON.stringify({ userId, topic: 'secret', id: newId() }),
  ]) {
    await sql`select pg_notify('live', ${nonsense})`.execute(db);
  }
  const id = newId();
  await publish({ userId, topic: 'voucher', id });
  await until(() => expect(screen.hints).toContainEqual({ topic: 'voucher', id }));
  expect(screen.text).not.toContain('secret');
});

test('receives hints again after the database connection was cut', async () => {
  const process = await startProcess();
  const screen = await process.open(newId());
  await untilConnected([screen]);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'live-%'`.execute(
    db,
  );
  await untilConnected([screen]);
  expect(screen.hasEnded).toBe(false);
});

test('closing the hub ends every stream, so that the server can close at once', async () => {
  const process = await startProcess();
  const screens = await Promise.all([process.open(newId()), process.open(newId())]);
  const startedAt = performance.now();
  await process.close();
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  await until(() => expect(screens.every((screen) => screen.hasEnded)).toBe(true));
});

type Screen = { userId: string; hints: LiveHint[]; text: string; hasEnded: boolean; response: Response };

/** Starts the part of an API process that live updates need, on a port of its own. */
async function startProcess(options: { isSessionAlive?: () => Promise<boolean> } = {}) {
  const listener = createListener({ url: database.appUrl, name: `live-${newId()}`, log });
  const hub = createLiveHub({ listener, log });
  const app = await createHttp({ log, trustProxy: false });
  const isSessionAlive = options.isSessionAlive ?? (async () => true);
  registerRoutes(app, routes({ hub, isSessionAlive, heartbeatMs: 50 }), { authenticators, rateFactor: 1 });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${liveStream.path}`;
  let closing: Promise<void> | undefined;
  const close = async () => {
    hub.close();
    await app.close();
    await listener.close();
  };
  const closeOnce = () => (closing ??= close());
  closers.push(closeOnce);
  return { address, open: (userId: string) => openScreen(address, userId), close: closeOnce };
}

/** In these tests the bearer token is the user's id itself. */
const authenticators = {
  consumer: async (request) => {
    const userId = request.headers.authorization?.replace('Bearer ', '');
    if (!userId) throw new Refusal('unauthenticated');
    return { userId, sessionId: newId() };
  },
} as Partial<Authenticators> as Authenticators;

async function openScreen(address: string, userId: string): Promise<Screen> {
  const leaving = new AbortController();
  closers.push(() => leaving.abort());
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${userId}` },
    signal: leaving.signal,
  });
  const screen: Screen = { userId, hints: [], text: '', hasEnded: false, response };
  void read(screen).catch(() => {
    screen.hasEnded = true;
  });
  await until(() => expect(screen.text).toContain(': connected'));
  return screen;
}

async function read(screen: Screen): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of screen.response.body ?? []) {
    screen.text += decoder.decode(chunk as Uint8Array, { stream: true });
    screen.hints = [...screen.text.matchAll(/^data: (.*)$/gmu)].map(
      (match) => JSON.parse(match[1] ?? '') as LiveHint,
    );
  }
  screen.hasEnded = true;
}

/** Waits until all screens receive hints. The process may still be connecting; earlier hints may be lost. */
async function untilConnected(screens: Screen[]): Promise<void> {
  const id = newId();
  await until(async () => {
    await publish(...screens.map(({ userId }) => ({ userId, topic: 'wallet' as const, id })));
    for (const screen of screens) expect(screen.hints).toContainEqual({ topic: 'wallet', id });
  });
}

async function publish(...hints: Parameters<typeof publishHint>[1][]): Promise<void> {
  await db.transaction().execute((tx) => publishHint(tx, ...hints));
}
