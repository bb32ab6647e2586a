import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduction, type Production } from '../../../testing/production-deps.ts';
import { runChecks } from './run-checks.ts';

let production: Production;

beforeAll(async () => {
  production = await startProduction();
});
afterAll(() => production.close());

/** Has two backups, of this hour and ten days old, and restores the older one on trial. */
async function restoreOlder({ ago, failure }: { ago: string | null; failure: string | null }): Promise<void> {
  await production.system.owner.query('delete from backups');
  await production.system.owner.query(
    `insert into backups (tool, made_at, place, restored_at, restore_failure)
     values ('zawadi', now(), 'nas:/backups', null, null),
       ('zawadi', now() - interval '10 days', 'nas:/backups', now() - $1::interval, $2)`,
    [ago, failure],
  );
}

async function findTrial() {
  const results = await runChecks(production.depsOf(), { renewsToken: false });
  return results.find(({ name }) => name === 'restored_backup');
}

test('a backup restored on trial within eight days is good', async () => {
  await restoreOlder({ ago: '7 days', failure: null });
  expect(await findTrial()).toMatchObject({
    result: 'good',
    text: expect.stringContaining('was restored on'),
  });
});

test.each([
  ['was never restored', { ago: null, failure: null }, 'No backup was ever restored on trial'],
  ['was restored long ago', { ago: '9 days', failure: null }, 'was restored on'],
  [
    'could not be restored',
    { ago: '1 hour', failure: 'its books differ' },
    'could not be restored: its books differ',
  ],
])('finds that a backup %s', async (_, trial, says) => {
  await restoreOlder(trial);
  expect(await findTrial()).toMatchObject({ result: 'broken', text: expect.stringContaining(says) });
});

test('no restore is due before the first backup is a week old', async () => {
  await production.system.owner.query('delete from backups');
  expect(await findTrial()).toMatchObject({ result: 'skipped' });
});
