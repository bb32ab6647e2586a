import pg from 'pg';
import { migrate } from '../../apps/api/src/platform/db/migrate.ts';
import { distribute } from './distribute.ts';

const APP_LOGIN = 'zawadi';

/** @returns addresses of a database for its owner and for the application */
export function urlsOf(node: string, database: string): { ownerUrl: string; appUrl: string } {
  const owner = new URL(node);
  owner.pathname = `/${database}`;
  const app = new URL(owner);
  app.username = APP_LOGIN;
  return { ownerUrl: owner.href, appUrl: app.href };
}

/**
 * Makes a database on every node of a throw-away cluster, migrated and distributed.
 * @param nodes addresses of superusers, the coordinator's first
 * @param prepare done between the two
 */
export async function makeSpreadDatabase(
  nodes: string[],
  name: string,
  prepare: (ownerUrl: string) => Promise<void> = async () => {},
): Promise<void> {
  const [coordinator = '', ...otherNodes] = nodes;
  for (const node of nodes) {
    await runOn(node, `create database ${name}`);
    await runOn(urlsOf(node, name).ownerUrl, 'create extension citus_columnar', 'create extension citus');
  }
  const { hostname, port } = new URL(coordinator);
  const { ownerUrl } = urlsOf(coordinator, name);
  await runOn(
    ownerUrl,
    `select citus_set_coordinator_host('${hostname}', ${port})`,
    ...otherNodes.map((node) => `select citus_add_node('${new URL(node).hostname}', ${new URL(node).port})`),
    `select citus_set_node_property('${hostname}', ${port}, 'shouldhaveshards', false)`,
  );
  await makeAppLogin(ownerUrl);
  await migrate({ ownerUrl, appLogin: APP_LOGIN });
  await prepare(ownerUrl);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await distribute(owner, { shards: 8, say: () => {} });
  } finally {
    await owner.end();
  }
}

/** The same without Citus, on one node of such a cluster. */
export async function makePlainDatabase(node: string, name: string): Promise<void> {
  await runOn(node, `create database ${name}`);
  const { ownerUrl } = urlsOf(node, name);
  await makeAppLogin(ownerUrl);
  await migrate({ ownerUrl, appLogin: APP_LOGIN });
}

async function makeAppLogin(ownerUrl: string): Promise<void> {
  await runOn(
    ownerUrl,
    `do $$ begin create role ${APP_LOGIN} login; exception when duplicate_object then null; end $$`,
  );
}

/** Runs statements one after the other, on a connection of their own. */
export async function runOn(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
