import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookOpeningFloat } from '../../../testing/books-agree.ts';
import { closeMonth, playMonth } from '../../../testing/month-end.ts';
import {
  createSettlingSystem,
  newAdministrator,
  type Administrator,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';
import { readLedgerAtClose, readLedgerAtCloses } from './closing-balance-store.ts';

const PAYMENTS = 8;

let system: TestSystem;
let maker: Administrator;
let checker: Administrator;
beforeAll(async () => {
  system = await createSettlingSystem({ SETTLEMENT_AUTOMATIC_UP_TO: '0', SETTLEMENT_BANK_ROUTE: 'file' });
  [maker, checker] = await Promise.all([newAdministrator(system), newAdministrator(system, 'administrator')]);
  await bookOpeningFloat(system);
});
afterAll(() => system.close());

test('month-end: statements of M-PESA, and of the bank, prove every balance to the cent', async () => {
  const bankRows = await playMonth(system, { payments: PAYMENTS, maker, checker });
  const { collection, utility, working, bank, proofs } = await closeMonth(system, {
    maker,
    checker,
    bankRows,
  });
  expect(collection.lines).toBeGreaterThanOrEqual(PAYMENTS);
  for (const run of [collection, utility, working, bank]) {
    expect({ account: run.account, open: run.openItems }).toEqual({ account: run.account, open: 0 });
  }
  for (const { account, balances } of [collection, bank]) {
    expect({ account, closing: balances?.closingCents }).toEqual({ account, closing: balances?.ledgerCents });
  }
  const payOutCents = (utility.balances?.closingCents ?? 0) + (working.balances?.closingCents ?? 0);
  expect(utility.balances).toMatchObject({
    ledgerCents: payOutCents,
    together: { runId: working.runId, closingCents: working.balances?.closingCents },
  });
  expect(
    proofs.map(({ account, provedUntil, differsAt }) => [account, provedUntil !== undefined, differsAt]),
  ).toEqual([
    ['collection', true, undefined],
    ['payout', true, undefined],
    ['bank', true, undefined],
  ]);

  const { rows } = await system.owner.query<{ at: Date }>(
    'select at from reconciliation_items union select posted_at from ledger.transfers',
  );
  const moments = rows.map(({ at }) => at);
  for (const account of ['collection', 'utility', 'bank'] as const) {
    const alone = [];
    for (const closesAt of moments)
      alone.push(await readLedgerAtClose(system.deps.db, { account, closesAt }));
    expect(await readLedgerAtCloses(system.deps.db, account, moments), account).toEqual(alone);
    expect(new Set(alone).size, account).toBeGreaterThan(1);
  }
}, 240_000);
