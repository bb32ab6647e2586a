import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createSandbox } from '@zawadi/sandbox';
import { createApiClient } from '@zawadi/story/api-client';
import { createSandboxControl } from '@zawadi/story/sandbox-control';
import type { Bench } from './bench.ts';
import { BUYERS, buyGifts, signUpBuyers } from './gifts.ts';
import { load, redemptions } from './load.ts';
import { megabytesOf, startServer, startWorker } from './processes.ts';
import type { Row } from './table.ts';
import type { Shop } from './vouchers.ts';

const CONNECTIONS = 64;
const LIMIT_MEGABYTES = 180;
const BUILD = resolve(import.meta.dirname, '../scripts/build.ts');

/**
 * Measures the peak resident memory of an API and a worker, started as the units of ops/systemd do. Measures it after
 * redemptions on many connections, and after buyers have signed up and bought gifts through the sandbox.
 */
export async function measureMemory(bench: Bench, shop: Shop): Promise<Row[]> {
  bench.say('Memory: building the artefact …');
  const artefact = join(bench.folder, 'artefact');
  const built = spawnSync(process.execPath, [BUILD, '--to', artefact], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`the artefact could not be built:\n${built.stdout}${built.stderr}`);
  const sandbox = await createSandbox({ port: 0, smtpPort: 0 });
  const environment = {
    DATABASE_URL: bench.appUrl,
    SANDBOX_PORT: new URL(sandbox.url).port,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    DRAIN_SECONDS: '0',
  };
  const worker = await startWorker(environment, join(artefact, 'worker.js'));
  const api = await startServer(join(artefact, 'api.js'), environment);
  const rowsOf = (what: string, connections: number, perSecond: number, failures: number): Row[] =>
    [
      { name: 'API', pid: api.pid },
      { name: 'worker', pid: worker.pid },
    ].map(({ name, pid }) => {
      const notes = [`peak ${megabytesOf(pid, 'peak')} MB of ${LIMIT_MEGABYTES}`];
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
    const buyers = await signUpBuyers(world);
    const gifts = await buyGifts(world, { buyers, till: firstTill, seconds: bench.seconds });
    return [...rows, ...rowsOf('whole gifts', BUYERS, gifts.perSecond, gifts.failures ?? 0)];
  } finally {
    await Promise.all([api.stop(), worker.stop()]);
    await sandbox.close();
  }
}
