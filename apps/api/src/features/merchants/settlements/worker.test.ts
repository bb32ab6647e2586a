import { newPerson } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { expect, test } from 'vitest';
import { createDeps } from '../../../app.ts';
import { createWorker } from '../../../app-worker.ts';
import { earn, newPayee } from '../../../testing/settlement-calls.ts';
import { createTestSystem } from '../../../testing/test-system.ts';
import { moveTransfers } from '../../../testing/move-transfers.ts';

test('the worker makes and pays a merchant’s batch at its scheduled hour', { timeout: 240_000 }, async () => {
  const system = await createTestSystem();
  const msisdn = newPerson('Duka', 'Moja').phoneNumber;
  const shop = await newPayee(system, { kind: 'mpesa', msisdn });
  await earn(system, shop, 1_000);
  await moveTransfers(system.owner, '-1 day');
  await system.owner.query(
    `update merchants set created_at = now() - interval '3 days', settlement_hour = 0 where id = $1`,
    [shop.merchantId],
  );
  const databaseUrl = system.deps.config.database.url ?? '';
  const worker = await createWorker({ ...createDeps(system.deps.config, 'worker'), databaseUrl });
  try {
    await eventually('the money on the merchant’s phone', async () =>
      (await system.sandbox.phone(msisdn)).balance === 50_990 ? true : undefined,
    );
    const paid = await eventually('a batch that is paid', async () => {
      const { rows } = await system.owner.query<{ n: number }>(
        `select count(*)::int as n from settlements where status = 'COMPLETED'`,
      );
      return rows[0]?.n === 1 ? rows[0] : undefined;
    });
    expect(paid).toEqual({ n: 1 });
  } finally {
    await worker.close();
    await system.close();
  }
});
