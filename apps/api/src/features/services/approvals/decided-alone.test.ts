import { randomUUID } from 'node:crypto';
import {
  adjustMerchant,
  changeFeesAndLimits,
  listApprovals,
  readFeesAndLimits,
  voidVoucher,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { leftOn, makeGift, type Gift } from '../../../testing/gifts.ts';
import { approve, refund } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem } from '../../../testing/tills.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

const reason = 'A customer called';

async function refundOf(by: Administrator, amount: number) {
  return (await refund(system, by, await makeGift(system, { amount }))).answer;
}

async function credit(by: Administrator, amount: number) {
  const { merchantId } = await newTill(system);
  const body = { adjustmentId: randomUUID(), merchantId, direction: 'credit' as const, amount, reason };
  return (await system.call(adjustMerchant, { body }, by)).answer.action;
}

/** Moves the recorded decisions of single administrators into the past. */
async function moveDecisionsBack(days = 1): Promise<void> {
  await system.owner.query(
    `update single_person_decisions set decided_at = decided_at - make_interval(days => $1)`,
    [days],
  );
}

test('A37 S319 amounts that one administrator decides alone within a day are summed over all kinds and beneficiaries', async () => {
  const [maker, other] = [await newAdministrator(system), await newAdministrator(system)];
  expect(await refundOf(maker, 4_000)).toEqual({ outcome: 'done' });
  expect(await credit(maker, 4_000)).toEqual({ outcome: 'done' });
  expect((await refundOf(maker, 2_000)).outcome).toBe('waiting');
  expect((await credit(maker, 2_000)).outcome).toBe('waiting');
  expect(await refundOf(maker, 1_000)).toEqual({ outcome: 'done' });
  expect(await refundOf(other, 4_000)).toEqual({ outcome: 'done' });
  await moveDecisionsBack();
  expect(await refundOf(maker, 4_000)).toEqual({ outcome: 'done' });
});

test('A49 amounts decided alone are summed over 30 days, up to three times the daily amount', async () => {
  const maker = await newAdministrator(system);
  for (let day = 0; day < 3; day += 1) {
    expect(await credit(maker, 9_900)).toEqual({ outcome: 'done' });
    await moveDecisionsBack();
  }
  const asked = await credit(maker, 400);
  expect(asked.outcome).toBe('waiting');
  const { answer } = await system.call(listApprovals, { query: { status: 'Open' } }, maker);
  expect(answer.approvals[0]?.rule).toEqual({
    needsTwo: true,
    because: 'month',
    from: 30_000,
    doneAlone: 29_700,
  });
  expect(await credit(maker, 200)).toEqual({ outcome: 'done' });
  await moveDecisionsBack(28);
  expect(await credit(maker, 9_900)).toEqual({ outcome: 'done' });
});

test('A49 amounts granted to one shop or person by several single administrators are summed across kinds', async () => {
  const { merchantId } = await newTill(system);
  const give = async (amount: number) => {
    const body = { adjustmentId: randomUUID(), merchantId, direction: 'credit' as const, amount, reason };
    return (await system.call(adjustMerchant, { body }, await newAdministrator(system))).answer.action
      .outcome;
  };
  expect(await give(6_000)).toBe('done');
  expect(await give(6_000)).toBe('waiting');
  await moveDecisionsBack();
  for (const amount of [9_000, 9_000]) {
    expect(await give(amount)).toBe('done');
    await moveDecisionsBack();
  }
  expect(await give(6_000)).toBe('waiting');

  const buyer = await newConsumer(system);
  const back = async (amount: number) => {
    const gift = await makeGift(system, { amount, buyerId: buyer.user.id });
    return (await refund(system, await newAdministrator(system), gift)).answer.outcome;
  };
  expect([await back(6_000), await back(6_000)]).toEqual(['done', 'waiting']);
});

test('an action that another administrator approved does not count as decided alone', async () => {
  const [maker, checker] = [await newAdministrator(system), await newAdministrator(system)];
  const asked = await refundOf(maker, 12_000);
  if (asked.outcome !== 'waiting') throw new Error('the refund did not wait');
  expect((await approve(system, checker, asked.approvalId)).outcome).toBe('ok');
  expect(await refundOf(maker, 9_000)).toEqual({ outcome: 'done' });
  expect(await refundOf(checker, 9_000)).toEqual({ outcome: 'done' });
});

test('simultaneous decisions by one administrator do not exceed the amount that one may decide alone', async () => {
  const maker = await newAdministrator(system);
  const gifts = await Promise.all(Array.from({ length: 6 }, () => makeGift(system, { amount: 4_000 })));
  const answers = await Promise.all([
    ...gifts.map(async (gift) => (await refund(system, maker, gift)).answer),
    ...Array.from({ length: 6 }, () => credit(maker, 4_000)),
  ]);
  expect(answers.filter(({ outcome }) => outcome === 'done')).toHaveLength(2);
});

test('replacing a voucher counts as decided alone; the voucher is frozen while a request to replace it waits', async () => {
  const [maker, checker] = [await newAdministrator(system), await newAdministrator(system)];
  const till = await newTill(system);
  const replace = async (gift: Gift) => {
    const body = { voucherId: gift.voucherId, valueGoesTo: 'replacement' as const, reason };
    return (await system.call(voidVoucher, { body }, maker)).answer;
  };
  expect(await replace(await makeGift(system, { amount: 6_000 }))).toEqual({ outcome: 'done' });
  expect((await refundOf(maker, 5_000)).outcome).toBe('waiting');
  const gift = await makeGift(system, { amount: 6_000 });
  const asked = await replace(gift);
  if (asked.outcome !== 'waiting') throw new Error('the replacement did not wait');
  expect((await redeem(system, till, gift.code, { amount: 100 })).outcome).toBe('voucher_frozen');
  expect((await approve(system, checker, asked.approvalId)).outcome).toBe('ok');
  expect(await leftOn(system, gift)).toBe(0);
});

test('S320 raising the amount that one administrator decides alone needs two, lowering it needs one; both take effect at once', async () => {
  const [administrator, other] = [
    await newAdministrator(system, 'administrator'),
    await newAdministrator(system, 'administrator'),
  ];
  const change = async (approvalFrom: number) => {
    const { current, latestVersionId: basedOn } = (await system.call(readFeesAndLimits, {}, administrator))
      .answer;
    const { fees, limits } = current.feesAndLimits;
    const body = { feesAndLimits: { fees, limits, approvalFrom }, reason, basedOn };
    return (await system.call(changeFeesAndLimits, { body }, administrator)).answer;
  };
  const raised = await change(20_000);
  if (raised.action.outcome !== 'waiting') throw new Error('one administrator raised the amount alone');
  const { answer } = await system.call(listApprovals, { query: { kind: 'fees-and-limits' } }, other);
  expect(answer.approvals[0]?.summary).toBe('Change fees and limits: two administrators from KES 20,000');
  expect((await refundOf(await newAdministrator(system), 12_000)).outcome).toBe('waiting');
  expect((await approve(system, administrator, raised.action.approvalId)).outcome).toBe(
    'second_person_needed',
  );
  expect((await approve(system, other, raised.action.approvalId)).outcome).toBe('ok');
  expect((await refundOf(await newAdministrator(system), 12_000)).outcome).toBe('done');
  const lowered = await change(3_000);
  expect(lowered).toMatchObject({
    action: { outcome: 'done' },
    current: { feesAndLimits: { approvalFrom: 3_000 } },
  });
  expect((await refundOf(await newAdministrator(system), 3_000)).outcome).toBe('waiting');
  const { action } = await change(10_000);
  if (action.outcome !== 'waiting') throw new Error('one administrator raised the amount alone');
  expect((await approve(system, other, action.approvalId)).outcome).toBe('ok');
});
