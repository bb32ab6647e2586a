import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../apps/api/src/testing/until.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { chooseServerUser } from './embedded-postgres/server-user.ts';
import { identifyProcess } from './process-identity.ts';

const MODULE = join(import.meta.dirname, 'embedded-postgres.ts');
let dataDir = '';
let started: EmbeddedPostgres[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'zawadi-postgres-'));
  started = [];
});

afterEach(async () => {
  await Promise.all(started.map((postgres) => postgres.stop()));
  rmSync(dataDir, { recursive: true, force: true });
});

test('the embedded database keeps committed data after a stop and a start', async () => {
  const first = await start();
  await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 1 AS one');
  await first.stop();
  expect(await query((await start()).ownerUrl, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
});

test('only its owner may read the database’s log, even if an earlier version created it readable for all', async () => {
  const log = join(dataDir, 'server.log');
  writeFileSync(log, 'from before\n');
  chmodSync(log, 0o644);
  await start();
  expect(statSync(log).mode & 0o777).toBe(0o600);
});

test('the embedded database is durable and listens on the loopback address only', async () => {
  const { superuserUrl } = await start({});
  for (const [name, setting] of [
    ['fsync', 'on'],
    ['synchronous_commit', 'on'],
    ['full_page_writes', 'on'],
    ['data_checksums', 'on'],
    ['listen_addresses', '127.0.0.1'],
  ]) {
    expect(await query(superuserUrl, `SHOW ${name}`)).toEqual([{ [name ?? '']: setting }]);
  }
});

test('the embedded database refuses a wrong password', async () => {
  const { appUrl } = await start();
  const guessed = new URL(appUrl);
  guessed.password = 'guessed';
  await expect(query(guessed.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
});

test('the application login may neither create tables nor become the owner', async () => {
  const { appUrl } = await start();
  await expect(query(appUrl, 'CREATE TABLE mine (one int)')).rejects.toThrow('permission denied');
  await expect(query(appUrl, 'SET ROLE zawadi_owner')).rejects.toThrow('permission denied');
});

test('refuses to start on a data folder that another server uses', async () => {
  await start();
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`is in use by process ${process.pid}`);
});

test('refuses a data folder of another major version in one sentence', async () => {
  await (await start()).stop();
  writeFileSync(join(dataDir, 'cluster/PG_VERSION'), '17\n');
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
    /was made by PostgreSQL 17, .* brings PostgreSQL 18/,
  );
});

test('names the port if it is in use', async () => {
  const occupant = createServer();
  await new Promise<void>((listening) => occupant.listen(0, '127.0.0.1', listening));
  const address = occupant.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await expect(startEmbeddedPostgres({ dataDir, port, settings: { fsync: 'off' } })).rejects.toThrow(
    `Port ${port}`,
  );
  await new Promise((closed) => occupant.close(closed));
});

test('kill -9 of the parent stops the database server, and the next start finds every committed row', async () => {
  const serverPid = await startAndKillParent({ PATH: process.env['PATH'] });
  expect(await query((await start()).ownerUrl, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  expect(identifyProcess(serverPid)).toBeUndefined();
});

test('without setpriv, the server survives its parent, and the next start stops that server and takes over', async () => {
  const serverPid = await startAndKillParent({ PATH: '/nowhere' });
  expect(identifyProcess(serverPid)).toBeDefined();
  expect(await query((await start()).ownerUrl, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  expect(identifyProcess(serverPid)).toBeUndefined();
});

test('starts right after kill -9 of parent and server, while sessions of the dead server still run', async () => {
  const { superuserUrl } = await start();
  const busy = query(superuserUrl, 'SELECT count(*) FROM generate_series(1, 1000000000)').catch(
    () => undefined,
  );
  await until(async () => {
    const running = await query(superuserUrl, `SELECT FROM pg_stat_activity WHERE query LIKE '%1000000000)'`);
    expect(running).toHaveLength(1);
  });
  const lockFile = readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8');
  process.kill(Number.parseInt(lockFile, 10), 'SIGKILL');
  await started[0]?.hasExited;
  expect(await query((await start()).ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await busy;
});

test('starts despite a lock file that names another program’s process', async () => {
  await (await start()).stop();
  // Same user, as after a reboot that reassigned the process id.
  const other = spawn('sleep', ['60'], { stdio: 'ignore', ...chooseServerUser() });
  writeFileSync(join(dataDir, 'cluster/postmaster.pid'), `${other.pid}\n${join(dataDir, 'cluster')}\n`);
  expect(await query((await start()).ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(other.exitCode).toBeNull();
  other.kill();
});

async function startAndKillParent(env: Record<string, string | undefined>): Promise<number> {
  const parent = spawnParent(env);
  await new Promise((ready) => parent.stdout?.once('data', ready));
  const serverPid = Number.parseInt(readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8'), 10);
  parent.kill('SIGKILL');
  await new Promise((exited) => parent.once('exit', exited));
  return serverPid;
}

function spawnParent(env: Record<string, string | undefined>): ChildProcess {
  const code = `
    import pg from 'pg';
    import { startEmbeddedPostgres } from ${JSON.stringify(MODULE)};
    const { ownerUrl } = await startEmbeddedPostgres({
      dataDir: ${JSON.stringify(dataDir)},
      settings: { fsync: 'off' },
    });
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    await client.query('CREATE TABLE kept AS SELECT 1 AS one');
    console.log('committed');
    setInterval(() => undefined, 1_000);
  `;
  const options = ['--input-type=module', '--eval', code];
  return spawn(process.execPath, options, {
    cwd: import.meta.dirname,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function start(settings: Record<string, string> = { fsync: 'off' }): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  started.push(postgres);
  return postgres;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  // If the server is killed during a query, both the query and the client report the error: ignore the client's.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
