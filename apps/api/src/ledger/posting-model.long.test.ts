import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchesReference, keepsInvariants } from './testing/posting-model.ts';
import { createTestLedger, type TestLedger } from './testing/test-ledger.ts';

const PATIENCE_MS = 3_600_000;

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await createTestLedger();
});
afterAll(async () => ledger.close());

test(
  'returns the same outcomes and stores the same transfers as the reference ledger, for a hundred thousand groups',
  async () => {
    let posted = 0;
    while (posted < 100_000) posted += await matchesReference(ledger, { runs: 50, steps: 60 });
    expect(posted).toBeGreaterThanOrEqual(100_000);
  },
  PATIENCE_MS,
);

test(
  'keeps every invariant for random batches over many connections, a thousand times',
  async () => {
    expect(await keepsInvariants(ledger, { runs: 1_000 })).toBeGreaterThan(10_000);
  },
  PATIENCE_MS,
);
