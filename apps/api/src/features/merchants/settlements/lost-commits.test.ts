import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLossyDatabase, type LossyDatabase } from '../../../testing/lossy-database.ts';
import {
  createSettlingSystem,
  earn,
  newAdministrator,
  newPayee,
  readAsAdministrator,
  untilPaid,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';
import { owedTo } from '../../../testing/tills.ts';
import { readCutOffs } from './due-store.ts';
import { makeBatches } from './make-batches.ts';
import { payDueBatches } from './pay-due-batches.ts';
import { startPayOut } from './start-pay-out.ts';

let system: TestSystem;
let lossy: LossyDatabase;
let deps: TestSystem['deps'];
let administrator: Administrator;
beforeAll(async () => {
  system = await createSettlingSystem();
  lossy = await openLossyDatabase(system.deps.config.database.url ?? '');
  deps = { ...system.deps, db: lossy.db };
  administrator = await newAdministrator(system);
});
afterAll(async () => {
  await lossy.close();
  await system.close();
});

async function newEarner(): Promise<{ shop: Payee; msisdn: string }> {
  const msisdn = newPerson('Duka', 'Moja').phoneNumber;
  const shop = await newPayee(system, { kind: 'mpesa', msisdn });
  await earn(system, shop, 1_000);
  return { shop, msisdn };
}

async function makeNow(of: TestSystem['deps'], { merchantId }: Payee) {
  const { now: cutOffAt } = await readCutOffs(system.deps.db);
  return makeBatches(of, { merchantId, cutOffAt });
}

async function batchesOf({ merchantId }: Payee): Promise<{ batchId: string }[]> {
  const { rows } = await system.owner.query<{ batchId: string }>(
    'select batch_id as "batchId" from settlements where merchant_id = $1',
    [merchantId],
  );
  return rows;
}

test('F17 makes a batch once after a lost COMMIT answer', async () => {
  const { shop } = await newEarner();
  const lostBefore = lossy.lost();
  lossy.loseNextCommit();
  expect(await makeNow(deps, shop)).toHaveLength(1);
  expect(lossy.lost()).toBe(lostBefore + 1);
  expect(await batchesOf(shop)).toHaveLength(1);
  expect(await owedTo(system, shop)).toBe(0);
});

test('sends a pay-out once when the answer to the COMMIT of its start is lost', async () => {
  const { shop, msisdn } = await newEarner();
  const [key] = await makeNow(system.deps, shop);
  const [batch] = await batchesOf(shop);
  if (!key || !batch) throw new Error('no batch was made');
  lossy.loseNextCommit();
  await startPayOut(deps, { ...key, auditor: undefined });
  await untilPaid(system, shop, batch);
  expect((await readAsAdministrator(system, administrator, batch)).attempts).toHaveLength(1);
  expect((await system.sandbox.phone(msisdn)).balance).toBe(50_990);
});

test('five workers that pay a batch at once start one attempt', async () => {
  const { shop, msisdn } = await newEarner();
  await makeNow(system.deps, shop);
  const [batch] = await batchesOf(shop);
  if (!batch) throw new Error('no batch was made');
  await Promise.all(Array.from({ length: 5 }, () => payDueBatches(system.deps)));
  await untilPaid(system, shop, batch);
  expect((await readAsAdministrator(system, administrator, batch)).attempts).toHaveLength(1);
  expect((await system.sandbox.phone(msisdn)).balance).toBe(50_990);
});
