import { changeFeesAndLimits, readFeesAndLimits } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  // The test changes settings, which all tests of a shared system read.
  system = await createTestSystem();
  administrator = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

const read = async () => (await system.call(readFeesAndLimits, {}, administrator)).answer;

async function ask(days: number, daily: number): Promise<string> {
  const { current, latestVersionId: basedOn } = await read();
  const { fees, limits } = current.feesAndLimits;
  const body = {
    feesAndLimits: { fees, limits, newAccounts: { days, daily } },
    reason: 'A test',
    basedOn,
  };
  const asked = await system.call(changeFeesAndLimits, { body }, administrator);
  return asked.outcome === 'ok' ? asked.answer.action.outcome : asked.outcome;
}

test('a stronger limit of new accounts needs one administrator, a weaker one two', async () => {
  expect(await ask(7, 20_000)).toBe('done');
  expect(await ask(8, 15_000)).toBe('done');
  for (const [days, daily] of [
    [7, 15_000],
    [8, 15_001],
    [0, 15_000],
  ] as const) {
    expect(await ask(days, daily)).toBe('waiting');
    await system.owner.query(
      `update approvals set closed_as = 'EXPIRED', closed_at = now() where closed_as is null`,
    );
  }
  expect((await read()).current.feesAndLimits.newAccounts).toEqual({ days: 8, daily: 15_000 });
});
