import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@zawadi/story/sandbox-control';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { assertLedgerInvariants } from '../../apps/api/src/ledger/invariants.ts';
import { openDatabase } from '../../apps/api/src/platform/db/database.ts';
import type { DatabaseNode } from '../../scripts/cluster-ha/database-node.ts';
import { startLoad } from './load.ts';
import { startHighlyAvailable, type HighlyAvailable } from './system.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const ROOT = join(import.meta.dirname, '../..');
const LOOKED_AT_PORT = 5433;
const STEADY = 30;
const seed = String(randomInt(1_000_000));

let system: HighlyAvailable;
beforeAll(async () => {
  system = await startHighlyAvailable();
});
afterAll(() => system?.stop());

test('a cluster restored to a point in time has that data, its books add up, and it continues with all its replicas', async () => {
  const { cluster } = system;
  const leader = await cluster.leader();
  leader.run('pgbackrest', '--stanza=zawadi', 'stanza-create');
  leader.run('pgbackrest', '--stanza=zawadi', 'check');
  leader.run('pgbackrest', '--stanza=zawadi', '--type=full', 'backup');
  await work('before');
  await Promise.all([...system.apis, ...system.workers].map((child) => child.kill9()));
  const then = await contentsOf(cluster.ownerUrl);
  const [moment] = (await rowsOf(cluster.ownerUrl, 'select clock_timestamp()::text as moment')) as [
    { moment: string },
  ];
  await Promise.all([...system.apis, ...system.workers].map((child) => child.start()));
  await work('after');
  expect(await contentsOf(cluster.ownerUrl)).not.toEqual(then);
  leader.run('pgbackrest', '--stanza=zawadi', 'check');
  await Promise.all([...system.apis, ...system.workers].map((child) => child.kill9()));

  const node = cluster.nodes.find((one) => one !== leader) ?? leader;
  const restored = join(node.places.data, '../restored');
  const to = [
    `--pg1-path=${restored}`,
    '--type=time',
    `--target=${moment.moment}`,
    '--target-action=promote',
  ];
  node.run('pgbackrest', '--stanza=zawadi', ...to, 'restore');
  const server = serveAlone(node, restored);
  try {
    const url = new URL(cluster.ownerUrl);
    [url.hostname, url.port] = [node.machine.address, String(LOOKED_AT_PORT)];
    await eventually('a restored server', () => hasPromoted(url.href));
    expect(await contentsOf(url.href)).toEqual(then);
    await expectInvariants(url.href);
  } finally {
    server.kill('SIGINT');
    await once(server, 'exit');
  }

  await takeOver(node, restored);
  expect(await cluster.leader()).toBe(node);
  expect(await contentsOf(cluster.ownerUrl)).toEqual(then);
  const closing = runScript('restore.ts', '--restored-to', new Date(moment.moment).toISOString(), '--yes');
  expect(closing).toMatchObject({ status: 0 });
  for (const child of [...system.apis, ...system.workers]) await child.start();
  await assertLedgerInvariants(system.deps.db);
});

async function work(name: string): Promise<void> {
  const load = await startLoad(system, `${seed} ${name}`);
  await load.untilMore(STEADY);
  await load.stop();
  await load.close();
}

/** Reads counts and totals of the tables with money. */
function contentsOf(url: string): Promise<unknown[]> {
  return rowsOf(
    url,
    `select (select count(*)::int from ledger.transfers) as transfers,
       (select coalesce(sum(amount_cents), 0)::text from ledger.transfers) as cents,
       (select count(*)::int from vouchers) as vouchers, (select count(*)::int from redemptions) as redemptions,
       (select count(*)::int from purchases) as purchases, (select count(*)::int from withdrawals) as withdrawals`,
  );
}

async function rowsOf(url: string, query: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rows as unknown[];
  } finally {
    await client.end();
  }
}

async function expectInvariants(url: string): Promise<void> {
  const db = openDatabase(url, { connections: 2, name: 'restored' });
  try {
    await assertLedgerInvariants(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Starts PostgreSQL on a restored folder, to check it before use as the guide says: outside the cluster, without
 * archiving.
 */
function serveAlone({ machine }: DatabaseNode, folder: string): ChildProcess {
  const settings = {
    port: LOOKED_AT_PORT,
    listen_addresses: machine.address,
    unix_socket_directories: '',
    synchronous_standby_names: '',
    archive_mode: 'off',
  };
  const assignments = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const script = join(system.cluster.folder, 'bin', machine.name);
  return spawn(script, ['postgres', '-D', folder, ...assignments], { stdio: 'ignore' });
}

async function hasPromoted(url: string): Promise<true | undefined> {
  const rows = await rowsOf(url, 'select pg_is_in_recovery() as "isReplica"').catch(() => []);
  return (rows as { isReplica: boolean }[])[0]?.isReplica === false ? true : undefined;
}

/** Makes the restored folder the cluster's data: in place on one machine, as copies on the others. */
async function takeOver(node: DatabaseNode, restored: string): Promise<void> {
  const { nodes } = system.cluster;
  const leader = await system.cluster.leader();
  // Stop the leader last: a follower promoted now would start a timeline with the same number as the restored timeline.
  for (const one of nodes) if (one !== leader) await one.stopPatroni();
  await leader.stopPatroni();
  const { machine, places } = node;
  system.cluster.programs.run({
    machine,
    program: 'patronictl',
    args: ['remove', 'zawadi'],
    environment: places.tools,
    input: 'zawadi\nYes I am aware\n',
  });
  for (const one of nodes) rmSync(one.places.data, { recursive: true });
  renameSync(restored, places.data);
  node.start();
  await system.cluster.leader();
  for (const one of nodes) one.start();
  await system.cluster.untilWhole();
}

function runScript(script: string, ...args: string[]) {
  const { ownerUrl, appUrl } = system.cluster;
  return spawnSync(process.execPath, [join(ROOT, 'scripts', script), ...args], {
    env: { PATH: process.env['PATH'], DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl },
    encoding: 'utf8',
  });
}
