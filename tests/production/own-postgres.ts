import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type pg from 'pg';
import { freePort } from '@zawadi/story/free-port';
import { locatePostgres, type PostgresBinaries } from '../../scripts/embedded-postgres/binaries.ts';
import { ensureCluster } from '../../scripts/embedded-postgres/cluster.ts';
import { chooseServerUser, chownTo } from '../../scripts/embedded-postgres/server-user.ts';
import { runServer } from '../../scripts/embedded-postgres/server.ts';
import { createClient } from '../../apps/api/src/platform/db/connections.ts';

const ROLES = join(import.meta.dirname, '../../ops/sql/roles.sql');
const MAJOR_VERSION = 18;
const PASSWORD = 'a-password-of-this-test';

type Urls = { appUrl: string; ownerUrl: string; backupUrl: string };

export type OwnPostgres = Urls & {
  /** Creates another database of the same owner. */
  addDatabase: (name: string) => Promise<Urls>;
  stop: () => Promise<void>;
};

/**
 * Starts a PostgreSQL as an operator runs it: outside the product, with the roles of ops/sql. Uses ZAWADI_PG_BIN, an
 * installed PostgreSQL, or the server from npm.
 * @param folder of this test, readable by every user
 */
export async function startOwnPostgres(folder: string): Promise<OwnPostgres> {
  const user = chooseServerUser();
  const binaries = findInstalled() ?? locatePostgres({ runsAsAnotherUser: user !== undefined });
  const home = join(folder, 'postgres');
  mkdirSync(home);
  chownTo(user, home);
  const cluster = join(home, 'cluster');
  ensureCluster({ folder: cluster, binaries, user, superuserPassword: PASSWORD, isThrowAway: true });
  const port = await freePort();
  const server = await runServer({
    postgres: binaries.postgres,
    cluster,
    logFile: join(home, 'server.log'),
    user,
    port,
    settings: { max_connections: '200', fsync: 'off' },
  });
  if ('portIsTaken' in server) throw new Error(`port ${port} was taken meanwhile`);
  const address = (login: string, database: string) =>
    `postgres://${login}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const superuserUrl = address('postgres', 'postgres');
  await onClient(superuserUrl, makeRoles);
  const urlsOf = (database: string): Urls => ({
    appUrl: address('zawadi', database),
    ownerUrl: address('zawadi_owner', database),
    backupUrl: address('zawadi_backup', database),
  });
  return {
    ...urlsOf('zawadi'),
    addDatabase: async (name) => {
      await onClient(superuserUrl, (client) => client.query(`CREATE DATABASE ${name} OWNER zawadi_owner`));
      return urlsOf(name);
    },
    stop: server.stop,
  };
}

function findInstalled(): PostgresBinaries | undefined {
  const { ZAWADI_PG_BIN = '', PATH = '' } = process.env;
  const folders = [ZAWADI_PG_BIN, `/usr/lib/postgresql/${MAJOR_VERSION}/bin`, ...PATH.split(delimiter)];
  for (const folder of folders.filter((one) => existsSync(join(one, 'initdb')))) {
    const [initdb, postgres] = [join(folder, 'initdb'), join(folder, 'postgres')];
    const { stdout } = spawnSync(postgres, ['--version'], { encoding: 'utf8' });
    const majorVersion = Number(/\) (\d+)/u.exec(stdout)?.[1]);
    if (majorVersion >= MAJOR_VERSION) return { initdb, postgres, majorVersion };
  }
  return undefined;
}

/**
 * Runs ops/sql/roles.sql as psql would, because some machines lack psql: substitutes the variables, then runs each SQL
 * statement.
 */
async function makeRoles(client: pg.Client): Promise<void> {
  const text = readFileSync(ROLES, 'utf8')
    .replaceAll(/^(?:--|\\getenv).*$/gmu, '')
    .replaceAll(/:'(?:owner|app|backup)_password'/gu, client.escapeLiteral(PASSWORD));
  for (const statement of text.split(';')) if (statement.trim() !== '') await client.query(statement);
}

async function onClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = createClient({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
