import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { createLedgerFixture } from './test-ledger.ts';
import type { LedgerFixture } from './test-ledger.ts';
import { readBalance, post, audit } from './index.ts';

let ledger: LedgerFixture;
beforeAll(async () => {
  ledger = await createLedgerFixture();
});
afterAll(async () => ledger.close());

test('money comes in, moves and is counted', async () => {
  const { db } = ledger;
  const home = randomUUID();
  const purse = `purse:${home}`;
  const outcomes = await db.transaction().execute((tx) =>
    post(tx, [
      {
        transfers: [
          { id: randomUUID(), homeId: home, debit: 'vault', credit: purse, amount: 500n, kind: 'in' },
        ],
      },
      {
        transfers: [
          {
            id: randomUUID(),
            homeId: home,
            debit: purse,
            credit: `shop:${randomUUID()}`,
            amount: 'all',
            kind: 'out',
          },
        ],
      },
    ]),
  );
  expect(outcomes).toMatchObject([
    { outcome: 'posted' },
    { outcome: 'posted', transfers: [{ amountCents: 500n, debitBalanceAfterCents: 0n }] },
  ]);
  expect(await readBalance(db, { account: 'vault' })).toBe(500n);
  expect(await audit(db)).toEqual({ ok: true, differences: [], transfers: 2n });
});
