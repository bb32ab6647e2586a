import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { redeemVoucher } from '@zawadi/contract';
import { createSandbox } from '@zawadi/sandbox';
import { createApiClient } from '@zawadi/story/api-client';
import { newPerson, welcome, type SignedIn } from '@zawadi/story/people';
import { createSandboxControl } from '@zawadi/story/sandbox-control';
import { buyGift, readGift, type World } from '@zawadi/story/steps';
import memory from '../ops/memory.json' with { type: 'json' };
import type { Bench } from './bench.ts';
import { load, redemptions } from './load.ts';
import { startServer, startWorker } from './processes.ts';
import type { Row } from './table.ts';
import type { Shop } from './vouchers.ts';

const CONNECTIONS = 64;
const BUYERS = 24;
/** Passwords are hashed two at a time; more at once only wait. */
const SIGN_UPS_AT_ONCE = 4;
const LIMIT_MEGABYTES = 180;
const KILOBYTES_PER_MEGABYTE = 1_024;
const BUILD = resolve(import.meta.dirname, '../scripts/build.ts');

/** In shillings; each gift goes to a recipient of its own, who reads it and spends a part. */
const CHEAPEST_GIFT = 50;
const SPENT = 20;

/**
 * Peak resident memory of an API and a worker since their start, run as the units of ops/systemd run them: after many
 * connections have redeemed, and after buyers have signed up and bought whole gifts through the sandbox.
 */
export async function measureMemory(bench: Bench, shop: Shop): Promise<Row[]> {
  bench.say('Memory: building the artefact …');
  const artefact = join(bench.folder, 'artefact');
  const built = spawnSync(process.execPath, [BUILD, '--to', artefact], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`the artefact could not be built:\n${built.stdout}${built.stderr}`);
  const sandbox = await createSandbox({ port: 0, smtpPort: 0 });
  const environment = {
    ...memory.environment,
    DATABASE_URL: bench.appUrl,
    SANDBOX_PORT: new URL(sandbox.url).port,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    DRAIN_SECONDS: '0',
  };
  const worker = await startWorker(environment, {
    entry: join(artefact, 'worker.js'),
    options: memory.options,
  });
  const api = await startServer(join(artefact, 'api.js'), environment, memory.options);
  const rowsOf = (what: string, connections: number, perSecond: number, failures: number): Row[] =>
    [
      { name: 'API', pid: api.pid },
      { name: 'worker', pid: worker.pid },
    ].map(({ name, pid }) => {
      const notes = [`peak ${peakMegabytes(pid)} MB of ${LIMIT_MEGABYTES}`];
      if (failures > 0) notes.push(`${failures} FAILED`);
      return { name: `memory of the ${name}: ${what}`, connections, perSecond, note: notes.join('; ') };
    });
  try {
    bench.say(`Memory: redemptions, ${CONNECTIONS} connections …`);
    const [firstTill = ''] = shop.tills;
    const till = (count: number) => shop.tills[count % shop.tills.length] ?? firstTill;
    const redeemed = await load(
      { ...redemptions(till, shop.codes), url: [api.url] },
      { connections: CONNECTIONS, seconds: bench.seconds },
    );
    const rows = rowsOf('redemptions', CONNECTIONS, redeemed.perSecond, redeemed.failures);
    bench.say(`Memory: whole gifts, ${BUYERS} buyers …`);
    const world = { api: createApiClient(api.url), sandbox: createSandboxControl(sandbox.url) };
    const buyers = await signUp(world);
    const gifts = await buyGifts(world, { buyers, till: firstTill, seconds: bench.seconds });
    return [...rows, ...rowsOf('whole gifts', BUYERS, gifts.perSecond, gifts.failures)];
  } finally {
    await Promise.all([api.stop(), worker.stop()]);
    await sandbox.close();
  }
}

function peakMegabytes(pid: number): string {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return String(Math.round(Number(kilobytes) / KILOBYTES_PER_MEGABYTE));
}

async function signUp({ api, sandbox }: World): Promise<SignedIn[]> {
  const buyers: SignedIn[] = [];
  while (buyers.length < BUYERS) {
    const some = Array.from({ length: SIGN_UPS_AT_ONCE }, () =>
      welcome(api, sandbox, newPerson('Neema', 'Achieng')),
    );
    buyers.push(...(await Promise.all(some)));
  }
  return buyers;
}

async function buyGifts(
  world: World,
  { buyers, till, seconds }: { buyers: SignedIn[]; till: string; seconds: number },
): Promise<{ perSecond: number; failures: number }> {
  const basic = Buffer.from(till.replace('Basic ', ''), 'base64').toString();
  const start = performance.now();
  const end = start + seconds * 1_000;
  let bought = 0;
  let failures = 0;
  const buyOne = async (buyer: SignedIn): Promise<void> => {
    const recipient = newPerson('Kip', 'Rotich');
    const gift = { recipient, amount: CHEAPEST_GIFT, message: 'Hongera', cloth: 'plain' as const };
    await buyGift(world, buyer, gift);
    const { code } = await readGift(world, recipient);
    const headers = { 'idempotency-key': randomUUID() };
    const request = { params: { id: code }, headers, body: { amount: SPENT } };
    await world.api.send(redeemVoucher, request, { basic });
    bought += 1;
  };
  const live = async (buyer: SignedIn): Promise<void> => {
    while (performance.now() < end) await buyOne(buyer).catch(() => (failures += 1));
  };
  await Promise.all(buyers.map(live));
  return { perSecond: bought / ((performance.now() - start) / 1_000), failures };
}
