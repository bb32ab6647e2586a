import { listAudit, changeOwnLimits, type LimitedSubject } from '@zawadi/contract';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { askForLimits, ownLimitsOf, setLimits } from '../../../testing/own-limit-calls.ts';
import { approve } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { newTill } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number) => nairobiDay(new Date(Date.now() + days * DAY_MS));

let system: TestSystem;
let one: Administrator;
let other: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  one = await newAdministrator(system, 'administrator');
  other = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

async function newPersonLimited(): Promise<LimitedSubject> {
  return { subjectKind: 'user', subjectId: (await newConsumer(system)).user.id };
}

type Change = Parameters<typeof askForLimits>[2];

/** Asks for limits; returns whether they apply at once or wait for another administrator, or the refusal. */
async function outcomeOf(subject: LimitedSubject, change: Change): Promise<string> {
  const { outcome, answer } = await askForLimits(system, subject, change, one);
  return outcome === 'ok' ? answer.action.outcome : outcome;
}

async function closeRequests(): Promise<void> {
  await system.owner.query(
    `update approvals set closed_as = 'EXPIRED', closed_at = now() where closed_as is null`,
  );
}

test('one administrator lowers the limits of a person, with a reason that only administrators see', async () => {
  const person = await newPersonLimited();
  expect((await ownLimitsOf(system, person, one)).inForce).toEqual({
    transaction: 250_000,
    purchasesDaily: 500_000,
    withdrawalsDaily: 500_000,
  });
  const { answer } = await askForLimits(system, person, { limits: { withdrawalsDaily: 5_000 } }, one);
  expect(answer).toMatchObject({
    action: { outcome: 'done' },
    inForce: { withdrawalsDaily: 5_000, purchasesDaily: 500_000 },
    current: {
      limits: { withdrawalsDaily: 5_000 },
      reason: 'Case 12',
      changedBy: one.name,
      state: 'current',
    },
  });
  const query = { subjectKind: person.subjectKind, subjectId: person.subjectId };
  const [entry] = (await system.call(listAudit, { query }, one)).answer.entries;
  expect(entry).toMatchObject({
    action: 'own-limits.changed',
    reason: 'Case 12',
    before: {},
    after: { withdrawalsDaily: 5_000 },
  });
});

test('A64 higher and removed limits, and an earlier end, wait for a second administrator', async () => {
  const person = await newPersonLimited();
  const until = inDays(10);
  const lower = { limits: { withdrawalsDaily: 5_000, transaction: 1_000 }, until };
  expect(await outcomeOf(person, lower)).toBe('done');
  for (const looser of [
    { limits: { withdrawalsDaily: 5_001, transaction: 1_000 }, until },
    { limits: { withdrawalsDaily: 5_000 }, until },
    { limits: {} },
    { ...lower, until: inDays(9) },
    { limits: { ...lower.limits, purchasesDaily: 500_001 }, until },
  ]) {
    expect([looser, await outcomeOf(person, looser)]).toEqual([looser, 'waiting']);
    await closeRequests();
  }
  expect(await outcomeOf(person, { limits: { ...lower.limits, purchasesDaily: 9_000 } })).toBe('done');

  const asked = await askForLimits(system, person, { limits: { transaction: 2_000 } }, one);
  const approvalId = asked.answer.action.outcome === 'waiting' ? asked.answer.action.approvalId : '';
  expect((await approve(system, one, approvalId)).outcome).toBe('second_person_needed');
  expect((await ownLimitsOf(system, person, one)).inForce.transaction).toBe(1_000);
  expect((await approve(system, other, approvalId)).outcome).toBe('ok');
  expect((await ownLimitsOf(system, person, one)).inForce).toEqual({
    transaction: 2_000,
    purchasesDaily: 500_000,
    withdrawalsDaily: 500_000,
  });
});

test('A64 only limits that two administrators set exceed the general ones', async () => {
  const [alone, approved] = [await newPersonLimited(), await newPersonLimited()];
  await setLimits(system, alone, { limits: { withdrawalsDaily: 400_000 } }, [one, other]);
  const until = inDays(5);
  await setLimits(system, approved, { limits: { withdrawalsDaily: 900_000 }, until }, [one, other]);
  expect(await outcomeOf(approved, { limits: { withdrawalsDaily: 800_000 }, until: inDays(6) })).toBe(
    'waiting',
  );
  await closeRequests();
  expect(await outcomeOf(approved, { limits: { withdrawalsDaily: 800_000 }, until })).toBe('done');
  const { rows } = await system.owner.query<{ value: object }>(
    `insert into setting_versions (id, name, value, effective_from, reason, changed_by)
     select $1, 'fees-and-limits', $2, now(), 'Lower', id from administrators limit 1 returning id as value`,
    [
      randomUUID(),
      {
        fees: { depositBasisPoints: 500, withdrawalBasisPoints: 250, settlementBasisPoints: 100 },
        limits: {
          minimumPurchase: 1,
          minimumWithdrawal: 10,
          maximumTransaction: 250_000,
          daily: 300_000,
          wallet: 500_000,
        },
      },
    ],
  );
  expect(rows).toHaveLength(1);
  expect((await ownLimitsOf(system, alone, one)).inForce.withdrawalsDaily).toBe(300_000);
  expect((await ownLimitsOf(system, approved, one)).inForce.withdrawalsDaily).toBe(800_000);
  await system.owner.query(`truncate setting_versions`);
});

test('after their last day, own limits no longer apply and stay in the history', async () => {
  const person = await newPersonLimited();
  await setLimits(system, person, { limits: { transaction: 100 }, until: inDays(1) }, [one, other]);
  expect((await ownLimitsOf(system, person, one)).current).toMatchObject({ until: inDays(1) });
  await system.owner.query(
    `update setting_versions set value = jsonb_set(value, '{until}', to_jsonb($2::text)) where name like $1`,
    [`%${person.subjectId}`, inDays(-1)],
  );
  const state = await ownLimitsOf(system, person, one);
  expect(state.current).toBeUndefined();
  expect(state.inForce.transaction).toBe(250_000);
  expect(state.versions).toMatchObject([{ state: 'past', limits: { transaction: 100 } }]);
});

test('refuses limits of the other kind, unknown people, past days, unchanged limits and other roles', async () => {
  const person = await newPersonLimited();
  const shop = { subjectKind: 'merchant', subjectId: (await newTill(system)).merchantId } as const;
  const stranger = { subjectKind: 'user', subjectId: randomUUID() } as const;
  const limits = { transaction: 100 };
  expect(await outcomeOf(person, { limits: { redemption: 100 } })).toBe('validation_failed');
  expect(await outcomeOf(shop, { limits })).toBe('validation_failed');
  expect(await outcomeOf(person, { limits: { transaction: 250_001 } })).toBe('validation_failed');
  expect(await outcomeOf(person, { limits, until: inDays(0) })).toBe('effective_day_invalid');
  expect(await outcomeOf(person, { limits: {} })).toBe('setting_same');
  const body = { limits, reason: 'A test', basedOn: null };
  expect((await system.call(changeOwnLimits, { params: stranger, body }, one)).outcome).toBe('not_found');
  for (const role of ['finance', 'support', 'read-only'] as const) {
    const by = await newAdministrator(system, role);
    expect((await system.call(changeOwnLimits, { params: person, body }, by)).status).toBe(403);
    expect((await ownLimitsOf(system, person, by)).versions).toEqual([]);
  }
  expect(await outcomeOf(shop, { limits: { redemption: 100 } })).toBe('done');
  expect((await ownLimitsOf(system, shop, one)).inForce).toEqual({ redemption: 100 });
});
