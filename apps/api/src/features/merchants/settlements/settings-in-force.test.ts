import { changeFeesAndLimits, readFeesAndLimits, type NewFeesAndLimits } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approve } from '../../../testing/refund-calls.ts';
import {
  createSettlingSystem,
  earn,
  newAdministrator,
  newPayee,
  settleOne,
  type Administrator,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let administrator: Administrator;
let other: Administrator;
beforeAll(async () => {
  system = await createSettlingSystem();
  [administrator, other] = [
    await newAdministrator(system, 'administrator'),
    await newAdministrator(system, 'administrator'),
  ];
});
afterAll(() => system.close());

async function change(to: Partial<NewFeesAndLimits>) {
  const { current, latestVersionId: basedOn } = (await system.call(readFeesAndLimits, {}, administrator))
    .answer;
  const { fees, limits } = current.feesAndLimits;
  const body = { feesAndLimits: { fees, limits, ...to }, reason: 'Fewer surprises', basedOn };
  return system.call(changeFeesAndLimits, { body }, administrator);
}

const BANK = { kind: 'bank', bankName: 'Equity Bank', accountNumber: '01702991' } as const;
const TILL = { kind: 'till', tillNumber: '123456' } as const;

async function batchOf(channel: typeof BANK | typeof TILL, shillings: number) {
  const shop = await newPayee(system, channel);
  await earn(system, shop, shillings);
  const { batchId } = await settleOne(system, administrator, shop);
  const { rows } = await system.owner.query<{ method: string; waits: boolean }>(
    'select method, needs_approval as waits from settlements where batch_id = $1',
    [batchId],
  );
  return rows[0];
}

test('a lower limit of automatic pay-outs applies at once, a higher one after a second administrator’s approval', async () => {
  expect(await batchOf(TILL, 1_500)).toMatchObject({ waits: false });
  const lowered = await change({ automaticUpTo: 1_000 });
  expect(lowered.answer).toMatchObject({
    action: { outcome: 'done' },
    current: { feesAndLimits: { automaticUpTo: 1_000, bankRoute: 'pay-bill', approvalFrom: 10_000 } },
  });
  expect(await batchOf(TILL, 1_500)).toMatchObject({ waits: true });
  const { action } = (await change({ automaticUpTo: 2_000 })).answer;
  if (action.outcome !== 'waiting') throw new Error('one person raised it');
  expect(await batchOf(TILL, 1_500)).toMatchObject({ waits: true });
  expect((await approve(system, other, action.approvalId)).outcome).toBe('ok');
  expect(await batchOf(TILL, 1_500)).toMatchObject({ waits: false });
  expect((await change({ automaticUpTo: 250_001 })).status).toBe(422);
});

test('one administrator may change the bank route alone, and the other settings stay the same', async () => {
  expect(await batchOf(BANK, 500)).toMatchObject({ method: 'b2b' });
  const before = (await system.call(readFeesAndLimits, {}, administrator)).answer.current.feesAndLimits;
  const { current } = (await change({ bankRoute: 'file' })).answer;
  expect(current.feesAndLimits).toEqual({ ...before, bankRoute: 'file' });
  expect(await batchOf(BANK, 500)).toMatchObject({ method: 'bank-file', waits: true });
  expect((await change({ bankRoute: 'pay-bill' })).answer.action).toEqual({ outcome: 'done' });
  expect(await batchOf(BANK, 500)).toMatchObject({ method: 'b2b' });
});
