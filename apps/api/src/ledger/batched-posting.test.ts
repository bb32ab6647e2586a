import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBatcher } from '../platform/batcher.ts';
import { openDatabase } from '../platform/db/database.ts';
import type { Db } from '../platform/db/database.ts';
import { inTransaction } from '../platform/db/in-transaction.ts';
import { post, readBalance } from './index.ts';
import type { GroupOutcome, TransferGroup } from './index.ts';
import { createTestLedger, groupOf, newShop } from './testing/test-ledger.ts';
import type { TestLedger } from './testing/test-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await createTestLedger();
});
afterAll(async () => ledger.close());

describe('posting through a batcher', () => {
  test('posts a thousand transfers in few transactions, and loses none', async () => {
    const { homeId, purse } = await ledger.fillPurse(1000n);
    const shop = newShop();
    const before = await instants();
    const { submit } = postingBatcher(ledger.db, { writers: 1 });
    const outcomes = await Promise.all(
      Array.from({ length: 1200 }, async () =>
        submit(groupOf({ homeId, debit: purse, credit: shop, amount: 1n })),
      ),
    );
    expect(outcomes.filter((one) => one.outcome === 'posted')).toHaveLength(1000);
    expect(await readBalance(ledger.db, { account: shop })).toBe(1000n);
    expect(Number((await instants()) - before)).toBeLessThan(100);
  });

  test('two processes that post to the same accounts in opposite orders finish, and post each group once', async () => {
    const purses = await Promise.all(Array.from({ length: 8 }, async () => ledger.fillPurse(1000n)));
    const other = openDatabase(ledger.appUrl, { connections: 4, name: 'other' });
    const batchers = [postingBatcher(ledger.db), postingBatcher(other)];
    const groups = Array.from({ length: 20 }, () =>
      purses.map(({ homeId, purse }) => groupOf({ homeId, debit: purse, credit: 'bridge', amount: 3n })),
    ).flat();
    const outcomes = await Promise.all([
      ...groups.map(async (group) => batchers[0]?.submit(group)),
      ...groups.toReversed().map(async (group) => batchers[1]?.submit(group)),
    ]);
    expect(outcomes.filter((one) => one?.outcome === 'posted')).toHaveLength(groups.length);
    expect(outcomes.filter((one) => one?.outcome === 'exists')).toHaveLength(groups.length);
    for (const { purse } of purses) expect(await readBalance(ledger.db, { account: purse })).toBe(940n);
    await other.destroy();
  });

  test('a group whose transaction fails does not affect the other groups of its batch', async () => {
    const { homeId, purse } = await ledger.fillPurse(10n);
    const { submit } = postingBatcher(ledger.db);
    const outcomes = await Promise.allSettled([
      submit(groupOf({ homeId, debit: purse, credit: 'bridge', amount: 4n })),
      submit(groupOf({ homeId, debit: purse, credit: 'unknown', amount: 4n })),
      submit(groupOf({ homeId, debit: purse, credit: 'bridge', amount: 5n })),
    ]);
    expect(outcomes).toMatchObject([
      { value: { outcome: 'posted' } },
      { reason: { message: expect.stringContaining('unknown') as string } },
      { value: { outcome: 'posted' } },
    ]);
    expect(await readBalance(ledger.db, { account: purse })).toBe(1n);
  });

  test('a long lock on one account delays no posting to other accounts', async () => {
    const [slow, quick] = await Promise.all([ledger.fillPurse(10n), ledger.fillPurse(10n)]);
    const { submit } = postingBatcher(ledger.db);
    const pay = async ({ homeId, purse }: typeof slow) =>
      submit(groupOf({ homeId, debit: purse, credit: 'bridge', amount: 1n }));
    let waiting: Promise<GroupOutcome> | undefined;
    await ledger.db.transaction().execute(async (tx) => {
      await post(tx, [groupOf({ homeId: slow.homeId, debit: slow.purse, credit: 'bridge', amount: 1n })]);
      waiting = pay(slow);
      for (let n = 0; n < 5; n += 1) expect((await pay(quick)).outcome).toBe('posted');
    });
    expect(await waiting).toMatchObject({ outcome: 'posted', transfers: [{ debitBalanceAfterCents: 8n }] });
  });

  test('looks up a commit whose answer is lost, and does not repeat it', async () => {
    const { homeId, purse } = await ledger.fillPurse(10n);
    const proxy = await startAnswerDroppingProxy(ledger.appUrl);
    const db = openDatabase(proxy.url, { connections: 2, name: 'behind-proxy' });
    await sql`select 1`.execute(db);
    const { submit } = postingBatcher(db);
    proxy.swallowAnswerTo('commit');
    const outcomes = await Promise.all(
      [1n, 2n].map(async (amount) => submit(groupOf({ homeId, debit: purse, credit: 'bridge', amount }))),
    );
    expect(proxy.swallowed()).toBe(1);
    expect(outcomes).toMatchObject([
      { outcome: 'exists', transfers: [{ debitBalanceAfterCents: 9n }] },
      { outcome: 'exists', transfers: [{ debitBalanceAfterCents: 7n }] },
    ]);
    expect(await readBalance(ledger.db, { account: purse })).toBe(7n);
    await db.destroy();
    await proxy.close();
  });
});

function postingBatcher(db: Db, { writers } = { writers: 2 }) {
  return createBatcher<TransferGroup, GroupOutcome>({
    maxBatch: 50,
    maxQueue: 5000,
    writers,
    fallbackWorkers: 2,
    maxWaitMs: 20_000,
    // Makes no retries, so that the batcher must cope with each failure.
    run: async (groups) => {
      const outcomes = await db.transaction().execute(async (tx) => post(tx, groups));
      return outcomes.map((value) => ({ value }));
    },
    runOne: async (group) => {
      const [outcome] = await inTransaction(db, async (tx) => post(tx, [group]));
      if (!outcome) throw new Error('One group has one outcome.');
      return outcome;
    },
    onBatchError: () => {},
  });
}

/** Counts distinct timestamps of transfers. Each batch writes all its transfers with one timestamp. */
async function instants(): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    select count(distinct posted_at) as count from ledger.transfers`.execute(ledger.db);
  return rows[0]?.count ?? 0n;
}

/** Starts a proxy to PostgreSQL that cuts the connection when the answer to an SQL statement arrives. */
async function startAnswerDroppingProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  let armed: string | undefined;
  let swallowed = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let hidesAnswer = false;
    client.on('data', (bytes) => {
      if (armed !== undefined && bytes.includes(armed)) {
        armed = undefined;
        hidesAnswer = true;
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!hidesAnswer) {
        client.write(bytes);
        return;
      }
      swallowed += 1;
      client.destroy();
      upstream.destroy();
    });
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    swallowAnswerTo: (word: string) => (armed = word),
    swallowed: () => swallowed,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
