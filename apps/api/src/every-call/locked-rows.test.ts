import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCallApi } from '../testing/call-api.ts';
import { newConsumer } from '../testing/consumers.ts';
import { register, start, stateOf } from '../testing/purchase-calls.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

test('F18 asks a caller to retry when a lock blocks its request for long, and changes nothing', async () => {
  const buyer = await newConsumer(system);
  const registered = await register(system, buyer, { amount: 100 });
  const holder = await system.owner.connect();
  await holder.query('begin');
  await holder.query('select 1 from users where id = $1 for update', [buyer.user.id]);
  const once = createCallApi(system.api.baseUrl, { mostTries: 1 });
  const refused = await start({ call: once }, buyer, registered);
  await holder.query('rollback');
  holder.release();
  expect(refused).toMatchObject({ status: 503, outcome: 'overloaded', refusal: { retryAfterSeconds: 2 } });
  expect((await stateOf(system, buyer, registered)).orderStatus).toBe('REGISTERED');
  expect((await start(system, buyer, registered)).outcome).toBe('ok');
});
