import { spawn } from 'node:child_process';
import { startCitusCluster, type CitusCluster } from './distribute/citus-cluster.ts';

/** What is known to work on a distributed database. */
const TESTS = [
  'src/ledger/',
  'tests/citus',
  'settlements/batches',
  'settlements/decisions',
  'settlements/lost-commits',
  'settlements/lost-pay-outs',
  'settlements/on-record',
  'settlements/pay-out-outcomes',
  'settlements/settings-in-force',
  'settlements/statements',
  'settlements/suspended-meanwhile',
  'settlements/worker',
  'merchant-api/create-voucher',
  'merchant-api/lists',
  'merchant-api/own-vouchers',
  'merchant-api/reverse-redemption',
  'merchant-api/settlement-contents',
  'webhooks/told-of-redemptions',
  'merchant-reports/transactions',
  'mpesa/reconciliation/float',
  'mpesa/reconciliation/lost-commits',
  'mpesa/reconciliation/reconcile',
  'mpesa/orders/traces',
  'operations/bookkeeping',
  'operations/reports',
  'operations/transactions/transactions.test',
  'money/adjustments',
  'holds/held-vouchers',
  'holds/holds-and-support',
  'holds/holds-concurrently',
  'purchases/forged-results',
  'purchases/reported-payments',
  'receipts/receipts.test',
  'redemptions/announcements',
  'redemptions/redeem',
  'redemptions/reversal-limit',
  'redemptions/reverse',
  'redemptions/taken-by',
  'redemptions/till',
  'refunds/refunds',
  'vouchers/claim',
  'vouchers/gifts',
  'vouchers/later-gifts',
  'vouchers/link-card',
  'vouchers/public-voucher',
  'vouchers/reschedule-gift',
  'vouchers/thanks',
  'vouchers/typed-codes',
  'faults/every-job-twice',
  'faults/kill-during-a-hold',
  'faults/two-workers',
  'money/wallets',
  'money/withdrawals',
];
const WORKERS = 2;
/** Joins while cells are moved to it. */
const SPARE = WORKERS + 1;

/** Runs tests of money against a Citus cluster, and says so where there is none. */
const cluster = await startCitusCluster(SPARE);
if (cluster === undefined) {
  console.log(
    'There is no Citus here, so nothing is tested on it: CITUS_DIR names the folder with its cluster.mjs.',
  );
} else {
  process.exitCode = 1;
  try {
    process.exitCode = await runTests(cluster);
  } finally {
    cluster.stop();
  }
}

function runTests({ nodes, folder }: CitusCluster): Promise<number> {
  const filters = process.argv.length > 2 ? process.argv.slice(2) : TESTS;
  const child = spawn(
    'vitest',
    // One file after the other: one of them kills a node that all share.
    ['run', '--project=product', '--no-file-parallelism', '--testTimeout=120000', ...filters],
    {
      env: {
        ...process.env,
        ZAWADI_CITUS_NODES: nodes.slice(0, SPARE).join(','),
        ZAWADI_CITUS_SPARE: nodes[SPARE],
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
