import { randomUUID } from 'node:crypto';
import { voidVoucher } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftOn, makeGift } from '../../../testing/gifts.ts';
import { newOfficer } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

test('a voucher is replaced once only, also by replacements of different cells', async () => {
  const [officer, gift, other] = [
    await newOfficer(system),
    await makeGift(system, { amount: 1_000 }),
    await makeGift(system, { amount: 1_000 }),
  ];
  // What is left of the key on a distributed database finds no replacement in another cell.
  await system.owner.query('alter table vouchers drop constraint vouchers_replaces_id_key');
  await system.owner.query(
    `insert into unique_names (kind, key, home_id, target_id) values ('replaced_voucher', $1, $2, $2)`,
    [gift.voucherId, randomUUID()],
  );
  const replace = ({ voucherId }: { voucherId: string }) =>
    system.call(
      voidVoucher,
      { body: { voucherId, valueGoesTo: 'replacement', reason: 'A customer called' } },
      { bearer: officer.bearer },
    );
  expect((await replace(gift)).status).toBe(500);
  expect(await leftOn(system, gift)).toBe(950);
  expect((await replace(other)).outcome).toBe('ok');
  const { rows } = await system.owner.query<{ key: string }>(
    `with replacing as materialized (select id, replaces_id::text as key from vouchers where replaces_id is not null)
     select n.key from unique_names n join replacing v on v.id = n.target_id and v.key = n.key
     where n.kind = 'replaced_voucher'`,
  );
  expect(rows).toEqual([{ key: other.voucherId }]);
});
