import { spawn } from 'node:child_process';
import { startCitusCluster, type CitusCluster } from './distribute/citus-cluster.ts';

/** What is known to work on a distributed database. */
const TESTS = [
  'src/ledger/',
  'tests/citus',
  'access/admin-users/help-and-freeze',
  'access/admin-users/find-users',
  'control/alerts',
  'control/approvals',
  'control/audit/audit.test',
  'control/audit/found-by-search',
  'control/fees-and-limits',
  'control/settings',
  'fraud/each-rule',
  'fraud/fraud-desk',
  'merchant-api/create-voucher',
  'merchant-api/lists',
  'merchant-api/own-vouchers',
  'merchant-api/reverse-redemption',
  'merchant-api/settlement-contents',
  'merchant-reports/closed-days',
  'merchant-reports/exports',
  'merchant-reports/overview',
  'merchant-reports/transactions',
  'messages/live-updates',
  'messages/messages/copy',
  'messages/messages/delivery',
  'messages/messages/push-device',
  'messages/messages/send-',
  'messages/messages/templates',
  'webhooks/deliver-events',
  'webhooks/event-log',
  'webhooks/event-streams',
  'webhooks/failing-receivers',
  'webhooks/hostile-receivers',
  'webhooks/record-attempt',
  'webhooks/told-of-redemptions',
  'webhooks/webhook-addresses',
  'mpesa/callbacks',
  'mpesa/orders/traces',
  'mpesa/reconciliation/float',
  'mpesa/reconciliation/losses',
  'mpesa/reconciliation/lost-commits',
  'mpesa/reconciliation/planted-differences',
  'mpesa/reconciliation/reconcile',
  'mpesa/reconciliation/separate-short-codes',
  'mpesa/reconciliation/upload',
  'operations/bookkeeping',
  'operations/keys/open-ring',
  'operations/keys/rotate-under-traffic',
  'operations/metrics',
  'operations/reports',
  'operations/restores',
  'operations/transactions/transactions.test',
  'operations/work-list',
  'money/adjustments',
  'money/holds',
  'money/purchases',
  'money/receipts',
  'redemptions/announcements',
  'redemptions/limit-wrong-codes',
  'redemptions/redeem-concurrently',
  'redemptions/redeem-once',
  'redemptions/redeem.test',
  'redemptions/reversal-limit',
  'redemptions/reverse',
  'redemptions/taken-by',
  'redemptions/till',
  'money/refunds',
  'money/settlements',
  'money/voucher-actions',
  'money/vouchers',
  'money/wallets',
  'money/withdrawals',
  'faults/every-job-twice',
  'faults/kill-during-a-hold',
  'faults/kill-during-a-webhook',
  'faults/kill-the-api',
  'faults/redeem-in-a-rush',
  'faults/two-workers',
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
