import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@zawadi/story/free-port';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../apps/api/src/platform/db/database.ts';
import { holding, untilWaiting } from '../../apps/api/src/testing/lock-waits.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/api/src/testing/test-database.ts';
import { createChild } from './child-process.ts';
import { openPool } from '../../apps/api/src/platform/db/connections.ts';

const SERVER = join(import.meta.dirname, '../../apps/api/src/server.ts');
/** Longer than the API's time-out for the database. */
const LONG_SCAN_MS = 2_500;

let database: TestDatabase;
let owner: Pool;
beforeEach(async () => {
  database = await createTestDatabase();
  owner = openPool({ connectionString: database.ownerUrl, max: 2 });
});
afterEach(async () => {
  await owner.end();
  await database.drop();
});

test('an API that lacks a required key serves nothing, even while it is still looking for missing keys', async () => {
  await owner.query(`insert into app_keys (id, sealing_since) values ('0badcafe', now())`);
  await owner.query(`insert into app_secrets (name, sealed) values ('a', '\\x020badcafe0000')`);
  const release = await holding(owner, 'lock table app_secrets in access exclusive mode');
  const environment = {
    DATABASE_URL: database.appUrl,
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort(2)),
  };
  const server = createChild(SERVER, environment, async (printed) => printed.includes('"msg":"serving"'));
  const ended = server.start().catch(String);
  const db = openDatabase(database.appUrl, { connections: 1, name: 'test' });
  await untilWaiting(db, 1);
  await pause(LONG_SCAN_MS);
  await release();
  expect(await ended).toMatch(
    /did not start:[^]*The key 0badcafe is missing, and still needed for secrets of the application \(1\)/u,
  );
  await server.kill9();
  await db.destroy();
});
