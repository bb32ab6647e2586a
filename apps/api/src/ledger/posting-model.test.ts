import { afterAll, beforeAll, expect, test } from 'vitest';
import { answersLikeReference, tellsTheTruth } from './testing/posting-model.ts';
import { createTestLedger, type TestLedger } from './testing/test-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await createTestLedger();
});
afterAll(async () => ledger.close());

test('the database answers and keeps what the plain reference ledger does', async () => {
  expect(await answersLikeReference(ledger, { runs: 25, steps: 6 })).toBeGreaterThan(100);
}, 300_000);

test('random batches over many connections keep every invariant, and every outcome is the truth', async () => {
  expect(await tellsTheTruth(ledger, { runs: 15 })).toBeGreaterThan(100);
}, 300_000);
