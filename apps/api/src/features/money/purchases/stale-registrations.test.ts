import { dashboardStats } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { register, start, stateOf, type Registered } from '../../../testing/purchase-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { deleteStaleRegistrations } from './index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

async function makeOlder({ requestId }: Registered, by: string): Promise<void> {
  await system.owner.query(
    'update purchases set registered_at = registered_at - $2::interval where id = $1',
    [requestId, by],
  );
}

test('S382 a purchase without a started payment appears in no list and is deleted after a day', async () => {
  const buyer = await newConsumer(system);
  const stale = await register(system, buyer, { amount: 100 });
  const fresh = await register(system, buyer, { amount: 200 });
  await makeOlder(stale, '24 hours');
  await makeOlder(fresh, '23 hours 59 minutes');
  const body = { userId: buyer.user.id };
  const stats = await system.call(dashboardStats, { body }, { bearer: buyer.bearer });
  expect(stats.answer.recentActivities).toEqual([]);

  await deleteStaleRegistrations(system.deps.db);
  expect(await start(system, buyer, stale)).toMatchObject({ status: 404, outcome: 'not_found' });
  expect((await stateOf(system, buyer, fresh)).orderStatus).toBe('REGISTERED');
  const { rows } = await system.owner.query(`select kind from unique_names where key in ($1, $2)`, [
    stale.requestId,
    stale.billReferenceNumber,
  ]);
  expect(rows).toEqual([]);
});

test('never deletes a purchase whose payment was started', async () => {
  const buyer = await newConsumer(system);
  const started = await register(system, buyer, { amount: 300 });
  await start(system, buyer, started);
  await makeOlder(started, '30 days');
  await deleteStaleRegistrations(system.deps.db);
  expect((await stateOf(system, buyer, started)).orderStatus).toBe('PENDING');
});
