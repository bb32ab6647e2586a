import pg from 'pg';
import { migrate } from '../../apps/api/src/platform/db/migrate.ts';
import type { TestPostgres } from '../../apps/api/src/testing/test-database.ts';
import { distribute } from '../../scripts/distribute/distribute.ts';
import { addTestFunctions } from '../test-functions.ts';

const APP_LOGIN = 'zawadi';

/**
 * A migrated and distributed template on every node. A copy of it on every node is a distributed database too: what
 * Citus knows of its nodes and shards are rows of the database itself.
 * @param nodes addresses of superusers, the coordinator's first
 */
export async function prepareSpreadTemplate(nodes: string[], template: string): Promise<TestPostgres> {
  const [coordinator = '', ...otherNodes] = nodes;
  const postgres = {
    superuserUrl: coordinator,
    ownerUrl: withDatabase(coordinator, template),
    appUrl: withLogin(withDatabase(coordinator, template), APP_LOGIN),
    template,
    otherNodes,
  };
  await dropSpreadTemplate(postgres);
  for (const node of nodes) {
    await run(node, `create database ${template}`);
    await run(withDatabase(node, template), 'create extension citus_columnar', 'create extension citus');
  }
  const { hostname, port } = new URL(coordinator);
  await run(
    postgres.ownerUrl,
    `select citus_set_coordinator_host('${hostname}', ${port})`,
    ...otherNodes.map((node) => `select citus_add_node('${new URL(node).hostname}', ${new URL(node).port})`),
    `select citus_set_node_property('${hostname}', ${port}, 'shouldhaveshards', false)`,
    // Tests move transfers to other days, for which they switch a trigger off.
    'alter role current_user set citus.enable_unsafe_triggers = on',
    `do $$ begin create role ${APP_LOGIN} login; exception when duplicate_object then null; end $$`,
  );
  await migrate({ ownerUrl: postgres.ownerUrl, appLogin: APP_LOGIN });
  await addTestFunctions(postgres.ownerUrl);
  const owner = new pg.Client({ connectionString: postgres.ownerUrl });
  await owner.connect();
  await distribute(owner, { shards: 8, say: () => {} });
  await owner.end();
  for (const node of nodes) {
    await run(
      node,
      `alter database ${template} with allow_connections false is_template true`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`,
    );
  }
  return postgres;
}

export async function dropSpreadTemplate({
  superuserUrl,
  otherNodes,
  template,
}: TestPostgres): Promise<void> {
  for (const node of [superuserUrl, ...otherNodes]) {
    await run(
      node,
      `update pg_database set datistemplate = false where datname = '${template}'`,
      `drop database if exists ${template} with (force)`,
    );
  }
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

function withLogin(url: string, login: string): string {
  const changed = new URL(url);
  changed.username = login;
  return changed.href;
}
