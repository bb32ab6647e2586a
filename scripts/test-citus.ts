import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@zawadi/story/free-port';

/** What is known to work on a distributed database. */
const TESTS = [
  'ledger/cells',
  'ledger/posting-model',
  'ledger/batched-posting',
  'tests/citus',
  'settlements/pay-out-outcomes',
  'mpesa/orders/traces',
  'operations/bookkeeping',
  'reports/account-statement',
  'reports/trial-balance',
  'purchases/forged-results',
  'vouchers/claim-as-new-person',
  'vouchers/gifts-sent',
  'withdrawals/lost-pay-outs',
];
const WORKERS = 2;
/** Joins while cells are moved to it. */
const SPARE = WORKERS + 1;

/**
 * Runs tests of money against a Citus cluster. CITUS_DIR is a folder whose `cluster.mjs` starts and stops one (`up DIR
 * --workers N --port P`, `down DIR`) on ports that follow each other.
 */
const { CITUS_DIR } = process.env;
const cluster = join(CITUS_DIR ?? '', 'cluster.mjs');
if (CITUS_DIR === undefined || !existsSync(cluster)) {
  console.log(
    'There is no Citus here, so nothing is tested on it: CITUS_DIR names the folder with its cluster.mjs.',
  );
  process.exit(0);
}
const folder = mkdtempSync(join(tmpdir(), 'zawadi-citus-'));
const port = await freePort();
const inCluster = (...args: string[]) =>
  spawnSync(process.execPath, [cluster, ...args], { stdio: 'inherit' });
process.exitCode = 1;
try {
  if (inCluster('up', folder, '--workers', String(SPARE), '--port', String(port)).status === 0) {
    const nodes = Array.from({ length: WORKERS + 1 }, (_, n) => addressOf(n));
    process.exitCode = await runTests(nodes);
  }
} finally {
  inCluster('down', folder);
  rmSync(folder, { recursive: true, force: true });
}

function addressOf(node: number): string {
  return `postgres://postgres@127.0.0.1:${port + node}/postgres`;
}

function runTests(nodes: string[]): Promise<number> {
  const filters = process.argv.length > 2 ? process.argv.slice(2) : TESTS;
  const child = spawn(
    'vitest',
    // One file after the other: one of them kills a node that all share.
    ['run', '--project=product', '--no-file-parallelism', '--testTimeout=120000', ...filters],
    {
      env: {
        ...process.env,
        ZAWADI_CITUS_NODES: nodes.join(','),
        ZAWADI_CITUS_SPARE: addressOf(SPARE),
        ZAWADI_CITUS_FOLDER: folder,
      },
      stdio: 'inherit',
    },
  );
  return new Promise((settled, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => settled(code ?? 1));
  });
}
