import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callCellByCell } from '../platform/db/cells.ts';
import { inTransaction } from '../platform/db/in-transaction.ts';
import { anyBatch, firstGroups, groupsIn, newWorld } from './testing/any-groups.ts';
import { transferKey } from './books.ts';
import type { StoredTransfer } from './books.ts';
import { foldDeltas, post, postAlone, postUnlessBusy, readBalances } from './index.ts';
import type { GroupOutcome, TransferGroup } from './index.ts';
import { assertLedgerInvariants } from './invariants.ts';
import { kindOf, referencePost, sum } from './testing/reference-ledger.ts';
import { createTestLedger } from './testing/test-ledger.ts';
import type { TestLedger } from './testing/test-ledger.ts';

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
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ batch: anyBatch(), isOneByOne: fc.boolean() }) },
      { weight: 1, arbitrary: fc.constant('fold' as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const world = newWorld();
        const history: StoredTransfer[] = [];
        const first = firstGroups(world);
        await postGroups(first);
        for (const group of first) referencePost(history, group);
        for (const one of steps) {
          if (one === 'fold') {
            await foldDeltas(ledger.db);
            continue;
          }
          const groups = groupsIn(world, one.batch);
          const outcomes = one.isOneByOne ? await postOneByOne(groups) : await postGroups(groups);
          expect(outcomes).toEqual(groups.map((group) => referencePost(history, group)));
        }
        await expectSameBalances(history);
      }),
      { numRuns: 40 },
    );
  }, 300_000);

  test('random batches over many connections keep every invariant, and every outcome is the truth', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyBatch(), { minLength: 8, maxLength: 16 }), async (batches) => {
        const world = newWorld();
        await postGroups(firstGroups(world));
        let isDone = false;
        const folding = foldUntil(() => isDone);
        const posting = batches.map(async (batch, n) => {
          const groups = groupsIn(world, batch);
          const postAll = [postGroups, postPatiently, postOneByOne][n % 3] ?? postGroups;
          const outcomes = await postAll(groups);
          return groups.map((group, m) => ({ group, outcome: outcomes[m] }));
        });
        await Promise.allSettled(posting);
        isDone = true;
        const answered = await Promise.all(posting);
        await folding;
        await expect(assertLedgerInvariants(ledger.db)).resolves.toBeUndefined();
        await expectTruth(answered.flat());
      }),
      { numRuns: 30 },
    );
  }, 300_000);
});

async function postGroups(groups: TransferGroup[]): Promise<GroupOutcome[]> {
  return inTransaction(ledger.db, async (tx) => post(tx, groups));
}

/** Each in a transaction of its own. */
async function postOneByOne(groups: TransferGroup[]): Promise<GroupOutcome[]> {
  const outcomes: GroupOutcome[] = [];
  for (const group of groups) outcomes.push(await postAlone(ledger.db, group));
  return outcomes;
}

/** First what is free, then what was busy. */
async function postPatiently(groups: TransferGroup[]): Promise<GroupOutcome[]> {
  const outcomes = await inTransaction(ledger.db, async (tx) => postUnlessBusy(tx, groups));
  const settled: GroupOutcome[] = [];
  for (const [n, outcome] of outcomes.entries()) {
    settled.push(...(outcome.outcome === 'busy' ? await postGroups(groups.slice(n, n + 1)) : [outcome]));
  }
  return settled;
}

async function foldUntil(isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    await foldDeltas(ledger.db);
    await pause(1);
  }
}

async function expectSameBalances(history: StoredTransfer[]): Promise<void> {
  const wanted = history.flatMap(({ homeId, debit, credit }) =>
    [debit, credit].map((account) => ({ homeId, account })),
  );
  for (const one of wanted.filter(({ account }) => kindOf(account).isChecked)) {
    const balances = await readBalances(ledger.db, [one]);
    expect(balances).toEqual(new Map([[one.account, sum(history, one.homeId, one.account)]]));
  }
}

/** A group reported as posted or existing has its transfers; a transfer was posted by one group. */
async function expectTruth(
  answers: { group: TransferGroup; outcome: GroupOutcome | undefined }[],
): Promise<void> {
  const { rows } = await sql<{ homeId: string; id: string; amountCents: bigint }>`
    select home_id as "homeId", id, amount_cents as "amountCents" from ledger.transfers`.execute(ledger.db);
  const stored = new Map(rows.map((row) => [transferKey(row), row.amountCents]));
  const posted: string[] = [];
  for (const { group, outcome } of answers) {
    if (!outcome || !('transfers' in outcome)) continue;
    const keys = group.transfers.map(transferKey);
    expect(keys.map((key) => stored.get(key))).toEqual(outcome.transfers.map((one) => one.amountCents));
    if (outcome.outcome === 'posted') posted.push(...keys);
  }
  expect(new Set(posted).size).toBe(posted.length);
}
