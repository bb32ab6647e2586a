import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callCellByCell } from '../platform/db/cells.ts';
import { answersLikeReference, tellsTheTruth } from './testing/posting-model.ts';
import { createTestLedger, type TestLedger } from './testing/test-ledger.ts';

let ledger: TestLedger;

describe.each([
  { way: 'in one call for all cells', isCellByCell: false },
  { way: 'cell by cell, as a distributed database', isCellByCell: true },
])('called $way', ({ isCellByCell }) => {
  beforeAll(async () => {
    ledger = await createTestLedger();
    if (isCellByCell) callCellByCell(ledger.db);
  });
  afterAll(async () => ledger.close());

  test('the database answers and keeps what the plain reference ledger does', async () => {
    expect(await answersLikeReference(ledger, { runs: 25, steps: 6 })).toBeGreaterThan(100);
  }, 300_000);

  test('random batches over many connections keep every invariant, and every outcome is the truth', async () => {
    expect(await tellsTheTruth(ledger, { runs: 15 })).toBeGreaterThan(100);
  }, 300_000);
});
