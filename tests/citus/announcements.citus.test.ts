import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '@zawadi/story/sandbox-control';
import { saveWebhook } from '../../apps/api/src/features/merchants/webhooks/save-webhook.ts';
import {
  ANNOUNCEMENTS,
  createAnnouncer,
} from '../../apps/api/src/features/money/redemptions/announce-redemptions.ts';
import { createOutboxWorker } from '../../apps/api/src/platform/outbox/create-outbox-worker.ts';
import { enqueue } from '../../apps/api/src/platform/outbox/enqueue.ts';
import { leaseRows } from '../../apps/api/src/platform/outbox/rows.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/api/src/testing/test-database.ts';
import { openProduct } from '../../bench/open-product.ts';
import { prepareShop } from '../../bench/vouchers.ts';
import { asOwner, endPreparedTransactions, killAndStart } from './nodes.ts';
import { redeemDuring } from './tills.ts';

const [COORDINATOR, WORKER] = [0, 1];

let database: TestDatabase;
let deps: ReturnType<typeof openProduct>;
let codes: string[];
let merchantIds: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  ({ codes } = await prepareShop(database.appUrl, { merchants: 2, vouchers: 40 }));
  deps = openProduct(database.appUrl, 'citus-test');
  const merchants = await deps.db.selectFrom('merchants').select('id').execute();
  merchantIds = merchants.map(({ id }) => id);
  for (const merchantId of merchantIds) {
    const url = 'http://127.0.0.1:9/closed';
    await saveWebhook(deps, { merchantId, url, staffId: randomUUID(), isOwner: true });
  }
});
afterAll(async () => {
  await deps.db.destroy();
  await database.drop();
});

test.each([
  ['a worker', WORKER],
  ['the coordinator', COORDINATOR],
])(
  'redemptions while %s is killed with -9 are each announced once, and nothing else is',
  async (name, node) => {
    const worker = createOutboxWorker(deps, {
      handlers: createAnnouncer(deps),
      concurrency: 4,
      pollMs: 50,
    });
    const shop = { deps, codes, merchantIds };
    const answered = await redeemDuring(shop, `${name} is killed`, () => killAndStart(node));
    await asOwner(database.ownerUrl, endPreparedTransactions);
    await eventually('announcements', async () => (await unannounced()) === 0 || undefined, 90_000);
    await worker.stop();
    const redeemed = await redeemedIds();
    expect(redeemed).toEqual(expect.arrayContaining(answered));
    const once = redeemed.flatMap((id) => [`${id} transaction.completed`, `${id} voucher.redeemed`]);
    expect(await announcedEvents()).toEqual(once.toSorted());
    expect(await messageKeys()).toEqual(redeemed.map((id) => `voucher-redeemed:${id}`).toSorted());
  },
  240_000,
);

test('a row whose transaction has not ended on every node is left alone until it has', async () => {
  const gid = 'citus_0_1_1_1';
  const topic = 'half-written';
  const lease = () => leaseRows(deps.db, { topics: [topic], limit: 1, leaseMs: 60_000 });
  const { rows: nodes } = await asOwner(database.ownerUrl, (owner) =>
    owner.query<{ groupid: number; nodename: string; nodeport: number }>(
      'select groupid, nodename, nodeport from pg_dist_node where groupid > 0 order by groupid limit 1',
    ),
  );
  const [node] = nodes;
  if (!node) throw new Error('the cluster has no worker');
  const url = new URL(database.ownerUrl);
  url.hostname = node.nodename;
  url.port = String(node.nodeport);
  // As a coordinator leaves it that dies between its own commit and that of a node.
  await asOwner(url.href, async (owner) => {
    await owner.query('create table written_by_half ()');
    await owner.query('begin');
    await owner.query('insert into written_by_half default values');
    await owner.query(`prepare transaction '${gid}'`);
  });
  const asCoordinator = openProduct(database.ownerUrl, 'citus-test-owner');
  await asCoordinator.db.transaction().execute(async (tx) => {
    await enqueue(tx, asCoordinator.keys, [{ topic, payload: {} }]);
    await sql`insert into pg_dist_transaction (groupid, gid) values (${node.groupid}, ${gid})`.execute(tx);
  });
  await asCoordinator.db.destroy();
  expect(await lease()).toEqual([]);
  await asOwner(url.href, (owner) => owner.query(`commit prepared '${gid}'`));
  expect(await lease()).toHaveLength(1);
});

async function unannounced(): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from outbox where topic = ${ANNOUNCEMENTS} and state = 'pending'`.execute(
    deps.db,
  );
  return rows[0]?.left ?? 0;
}

async function redeemedIds(): Promise<string[]> {
  const redemptions = await deps.db.selectFrom('redemptions').select('id').execute();
  return redemptions.map(({ id }) => id).toSorted();
}

async function announcedEvents(): Promise<string[]> {
  const { rows } = await sql<{ event: string }>`
    select concat(data ->> 'redemption_id', ' ', type) as event from webhook_deliveries`.execute(deps.db);
  return rows.map(({ event }) => event).toSorted();
}

async function messageKeys(): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select dedupe_key as key from outbox where dedupe_key like 'voucher-redeemed:%'`.execute(deps.db);
  return rows.map(({ key }) => key).toSorted();
}
