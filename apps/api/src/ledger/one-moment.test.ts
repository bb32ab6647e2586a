import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance, trialBalance } from './index.ts';
import { createTestLedger, groupOf, newShop, type TestLedger } from './testing/test-ledger.ts';
import { inSnapshot } from '../platform/db/snapshot.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await createTestLedger();
});
afterAll(() => ledger.close());

test('every query of one snapshot reads the same state, while transfers continue', async () => {
  const shop = newShop();
  const sell = () =>
    ledger.post(groupOf({ homeId: randomUUID(), debit: 'vault', credit: shop, amount: 25n }));
  await sell();
  const seen = await inSnapshot(ledger.db, async (tx) => {
    const before = await readBalance(tx, { account: shop });
    await sell();
    return { before, after: await readBalance(tx, { account: shop }), trial: await trialBalance(tx) };
  });
  expect(seen).toMatchObject({ before: 25n, after: 25n, trial: { differenceCents: 0n } });
  const shops = seen.trial.accounts.find(({ kind }) => kind === 'shop');
  expect(shops?.balanceCents).toBe(25n);
  expect(await readBalance(ledger.db, { account: shop })).toBe(50n);
});
