import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newTill } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { createRequestLog } from './request-log.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

test('of a thousand calls in one second a hundred are listed, and the last of them counts the rest', async () => {
  const { merchantId } = await newTill(system);
  const requestLog = createRequestLog(system.deps);
  for (let n = 0; n < 1_000; n += 1) {
    requestLog.note(
      { merchantId, access: { isLogged: true } },
      {
        id: randomUUID(),
        at: new Date(1_700_000_000_000 + n),
        method: 'GET',
        path: '/api/v1/transactions',
        status: 200,
        code: null,
        durationMs: 1,
        address: '127.0.0.1',
      },
    );
  }
  await requestLog.stop();
  const { rows } = await system.owner.query(
    'select count(*)::int as listed, sum(omitted_after)::int as omitted from api_requests where merchant_id = $1',
    [merchantId],
  );
  expect(rows).toEqual([{ listed: 100, omitted: 900 }]);
});

test('a log that cannot be written stops nothing', async () => {
  const { merchantId } = await newTill(system);
  const requestLog = createRequestLog(system.deps);
  const call = {
    id: randomUUID(),
    at: new Date(),
    method: 'GET',
    path: '/',
    status: 200,
    code: null,
    durationMs: -1,
    address: '127.0.0.1',
  };
  requestLog.note({ merchantId, access: { isLogged: true } }, call);
  await expect(requestLog.stop()).resolves.toBeUndefined();
});
