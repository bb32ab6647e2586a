import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchesReference, keepsInvariants } from './testing/posting-model.ts';
import { createTestLedger, type TestLedger } from './testing/test-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await createTestLedger();
});
afterAll(async () => ledger.close());

test('returns the same outcomes and stores the same transfers as the reference ledger', async () => {
  expect(await matchesReference(ledger, { runs: 25, steps: 6 })).toBeGreaterThan(100);
}, 300_000);

test('keeps every invariant for random batches over many connections, and reports true outcomes', async () => {
  expect(await keepsInvariants(ledger, { runs: 15 })).toBeGreaterThan(100);
}, 300_000);
