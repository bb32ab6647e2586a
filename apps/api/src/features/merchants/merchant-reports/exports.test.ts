import {
  merchantReport,
  merchantTransactionsCsv,
  transactionsCsv,
  settlementsCsv,
  type Endpoint,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '../../../testing/raw-calls.ts';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { newShop, type Shop } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

const WITHIN_SECONDS = { timeout: 10_000, interval: 20 };

let system: TestSystem;
let shop: Shop;
let other: Shop;
beforeAll(async () => {
  system = await createTestSystem();
  [shop, other] = await Promise.all([newShop(system), newShop(system)]);
});
afterAll(() => system.close());

async function fetchFile({ path }: Pick<Endpoint, 'path'>, { bearer }: { bearer: string }) {
  const headers = { authorization: `Bearer ${bearer}` };
  const { statusCode: status, headers: answered, body } = await system.http.inject({ url: path, headers });
  return { status, retryAfter: answered['retry-after'], body };
}

/** Waits until `count` database transactions of this test system wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await system.owner.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
    );
    return rows[0]?.count;
  };
  await expect.poll(waiting, WITHIN_SECONDS).toBe(count);
}

/** Runs `work` while a lock keeps everyone from reading redemptions. */
async function whileUnreadable(work: () => Promise<void>): Promise<void> {
  const holder = await system.owner.connect();
  await holder.query('begin');
  await holder.query('lock table redemptions in access exclusive mode');
  try {
    await work();
  } finally {
    await holder.query('commit');
    holder.release();
  }
}

test('refuses a merchant’s third concurrent export, and allows another merchant’s', async () => {
  const running: ReturnType<typeof fetchFile>[] = [];
  await whileUnreadable(async () => {
    running.push(fetchFile(merchantTransactionsCsv, shop.owner));
    running.push(fetchFile(merchantTransactionsCsv, shop.manager));
    await untilWaiting(2);
    const third = await fetchFile(settlementsCsv, shop.owner);
    expect(third).toMatchObject({ status: 429, retryAfter: '5' });
    expect(JSON.parse(third.body)).toMatchObject({
      code: 'exports_running',
      customerMessage: expect.stringContaining('Please wait until one of them is saved'),
    });
    expect((await fetchFile(settlementsCsv, other.owner)).status).toBe(200);
  });
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await fetchFile(settlementsCsv, shop.owner)).status).toBe(200);
});

test('limits concurrent exports of each administrator, too', async () => {
  const [administrator, other] = [await newAdministrator(system), await newAdministrator(system)];
  const running: ReturnType<typeof fetchFile>[] = [];
  await whileUnreadable(async () => {
    running.push(fetchFile(transactionsCsv, administrator), fetchFile(transactionsCsv, administrator));
    await untilWaiting(2);
    expect((await fetchFile(transactionsCsv, administrator)).status).toBe(429);
    running.push(fetchFile(transactionsCsv, other));
    await untilWaiting(3);
  });
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('a file whose client has disconnected frees its slot', async () => {
  const { port } = system.deps.config;
  await whileUnreadable(async () => {
    const leaving = new AbortController();
    const url = `http://127.0.0.1:${port}${merchantTransactionsCsv.path}`;
    const headers = { authorization: `Bearer ${shop.owner.bearer}` };
    const taken = [1, 2].map(() => fetch(url, { headers, signal: leaving.signal }));
    await untilWaiting(2);
    expect((await fetchFile(settlementsCsv, shop.owner)).status).toBe(429);
    leaving.abort();
    await Promise.allSettled(taken);
    await expect
      .poll(async () => (await fetchFile(settlementsCsv, shop.owner)).status, WITHIN_SECONDS)
      .toBe(200);
  });
});

test('too many reports of one merchant wait for each other, and delay no other merchant', async () => {
  const query = { from: '2026-01-01', to: '2026-06-30' };
  const crowd: Promise<{ outcome: string }>[] = [];
  await whileUnreadable(async () => {
    for (let count = 0; count < 12; count += 1) {
      crowd.push(system.call(merchantReport, { query }, shop.owner));
    }
    await untilWaiting(2);
    expect((await fetchFile(settlementsCsv, other.owner)).status).toBe(200);
  });
  expect(new Set((await Promise.all(crowd)).map(({ outcome }) => outcome))).toEqual(new Set(['ok']));
});

test('every CSV endpoint counts as an export, so all share one limit', () => {
  const files = endpoints.filter(({ path }) => /(?:\.|\/)csv$/u.test(path));
  expect(files.length).toBeGreaterThan(8);
  expect(files.filter(({ isExport }) => !isExport).map(({ path }) => path)).toEqual([]);
});
