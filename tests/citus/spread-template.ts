import type { TestPostgres } from '../../apps/api/src/testing/test-database.ts';
import { makeSpreadDatabase, runOn, urlsOf } from '../../scripts/distribute/spread-database.ts';
import { addTestFunctions } from '../test-functions.ts';

/**
 * A migrated and distributed template on every node. A copy of it on every node is a distributed database too: what
 * Citus knows of its nodes and shards are rows of the database itself.
 * @param nodes addresses of superusers, the coordinator's first
 */
export async function prepareSpreadTemplate(nodes: string[], template: string): Promise<TestPostgres> {
  const [coordinator = '', ...otherNodes] = nodes;
  const postgres = { superuserUrl: coordinator, ...urlsOf(coordinator, template), template, otherNodes };
  await dropSpreadTemplate(postgres);
  await makeSpreadDatabase(nodes, template, async (ownerUrl) => {
    // Tests move transfers to other days, for which they switch a trigger off.
    await runOn(ownerUrl, 'alter role current_user set citus.enable_unsafe_triggers = on');
    await addTestFunctions(ownerUrl);
  });
  for (const node of nodes) {
    await runOn(
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
    await runOn(
      node,
      `update pg_database set datistemplate = false where datname = '${template}'`,
      `drop database if exists ${template} with (force)`,
    );
  }
}
