import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import {
  publishEvent,
  type WebhookEvent,
} from '../../apps/api/src/features/services/merchant-events/index.ts';
import { notify } from '../../apps/api/src/features/services/messages/index.ts';
import { encrypt } from '../../apps/api/src/platform/crypto/keys.ts';
import { newSigningSecret } from '../../apps/api/src/platform/crypto/webhook-signature.ts';
import { inTransaction } from '../../apps/api/src/platform/db/in-transaction.ts';
import { newId } from '../../apps/api/src/platform/ids.ts';
import { writeRows, type Bench } from '../bench.ts';
import { busyBetween, readCpuTimes } from '../cpu.ts';
import { openProduct, type BenchDeps } from '../open-product.ts';
import { startWorker, type Process } from '../processes.ts';
import { measuring, type Case, type Sample, type Suite } from '../rounds.ts';
import { untilCounted } from '../until-counted.ts';
import { prepareShop } from '../vouchers.ts';

const SHOPS = 50;
/** More than a second's work at the target rate. */
const SENT_IN_A_ROUND = 2_000;
const TARGET = { perSecond: 1_000 };

/**
 * Measures how fast one worker sends a backlog of webhook events and of SMS. The receivers answer at once.
 */
export async function openQueues(bench: Bench): Promise<Suite> {
  // Two receivers: one for the merchants' systems, one for SMS in place of the sandbox, to whose port webhooks may not
  // go.
  const [merchants, provider] = await Promise.all([startReceiver(), startReceiver()]);
  const shops = await prepareShop(bench.appUrl, { merchants: SHOPS, vouchers: 0 });
  bench.say(`${shops.tills.length} merchants listen`);
  const deps = openProduct(bench.appUrl, 'bench-queues');
  await saveAddresses(bench, deps, `${merchants.url}/hook`);
  const worker = await startWorker({
    DATABASE_URL: bench.appUrl,
    DATABASE_OWNER_URL: bench.appUrl,
    SANDBOX_PORT: new URL(provider.url).port,
  });
  const caseOf = (
    name: string,
    receiver: Receiver,
    fill: () => Promise<void>,
    countWaiting: () => Promise<number>,
  ): Case => ({
    name,
    connections: 1,
    target: TARGET,
    prepare: measuring(() => drain({ receiver, worker }, fill, countWaiting)),
  });
  return {
    cases: [
      caseOf(
        'webhooks delivered by one worker',
        merchants,
        () => publish(deps),
        () => count(deps, "webhook_deliveries where state = 'pending'"),
      ),
      caseOf(
        'SMS sent from the outbox by one worker',
        provider,
        () => write(deps),
        () => count(deps, "outbox where state = 'pending' and topic = 'sms'"),
      ),
    ],
    close: async () => {
      await worker.stop();
      await deps.db.destroy();
      for (const { server } of [merchants, provider]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

type Receiver = { server: Server; url: string; next: () => Promise<void> };

/** Starts a receiver whose answer suits both webhooks and the SMS provider's protocol. */
async function startReceiver(): Promise<Receiver> {
  const answer = JSON.stringify({
    SMSMessageData: { Recipients: [{ statusCode: 101, messageId: 'ATXid_bench' }] },
  });
  let called = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    called.resolve();
    request.resume();
    response.writeHead(201, { 'content-type': 'application/json' }).end(answer);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: () => {
      called = Promise.withResolvers<void>();
      return called.promise;
    },
  };
}

/**
 * Measures from the first request to a receiver until no row waits. The worker polls twice a second, so the wait before
 * is not counted.
 */
async function drain(
  { receiver, worker }: { receiver: Receiver; worker: Process },
  fill: () => Promise<void>,
  countWaiting: () => Promise<number>,
): Promise<Sample> {
  const first = receiver.next();
  await fill();
  await first;
  const startMs = performance.now();
  const before = readCpuTimes([worker.pid]);
  const counted = untilCounted(async () => SENT_IN_A_ROUND - (await countWaiting()), SENT_IN_A_ROUND);
  const sent = await counted.over;
  const seconds = (performance.now() - startMs) / 1_000;
  const after = readCpuTimes([worker.pid]);
  const microsEach = (busy = 0) => Math.round(((busy * seconds) / sent) * 1_000_000);
  const busy = before && after && busyBetween(before, after, seconds);
  const note = busy && `worker ${microsEach(busy.apis[0])} µs each, database ${microsEach(busy.database)}`;
  return { perSecond: sent / seconds, failures: SENT_IN_A_ROUND - sent, ...(note && { note }) };
}

async function count({ db }: BenchDeps, what: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.raw(what)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

async function saveAddresses(bench: Bench, { db, keys }: BenchDeps, url: string): Promise<void> {
  const merchants = await db.selectFrom('merchants').select('id').execute();
  const addresses = merchants.map(({ id }) => ({
    id,
    merchant_id: id,
    events: ['voucher.redeemed'],
    url,
    secret: encrypt(keys, newSigningSecret()),
    secret_made_at: new Date(),
  }));
  await writeRows(bench, (owner) => owner.insertInto('webhook_addresses').values(addresses).execute());
}

async function publish(deps: BenchDeps): Promise<void> {
  const merchants = await deps.db.selectFrom('merchants').select('id').execute();
  const events = Array.from({ length: SENT_IN_A_ROUND }, (_, n): WebhookEvent => ({
    merchantId: merchants[n % merchants.length]?.id ?? '',
    type: 'voucher.redeemed',
    data: {
      voucher_id: newId(),
      redemption_id: newId(),
      amount: 1,
      balance: 99,
      status: 'PARTIALLY_REDEEMED',
      currency: 'KES',
    },
    dedupeKey: newId(),
  }));
  await inTransaction(deps.db, (tx) => publishEvent(tx, ...events));
}

async function write(deps: BenchDeps): Promise<void> {
  const notices = Array.from({ length: SENT_IN_A_ROUND }, (_, n) => ({
    template: 'second-payment' as const,
    data: { amount: 100 },
    sms: String(254_712_000_000 + n),
    dedupeKey: newId(),
  }));
  await inTransaction(deps.db, (tx) => notify(tx, deps, ...notices));
}
