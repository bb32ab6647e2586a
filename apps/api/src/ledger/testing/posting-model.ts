import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { expect } from 'vitest';
import type { Db } from '../../platform/db/database.ts';
import { inTransaction, RetryTransaction } from '../../platform/db/in-transaction.ts';
import { foldDeltas, post, readBalances } from '../index.ts';
import type { GroupOutcome, TransferGroup } from '../index.ts';
import { assertLedgerInvariants } from '../invariants.ts';
import { anyBatch, firstGroups, groupsIn, newWorld } from './any-groups.ts';
import { kindOf, referencePost, sum, transferKey, type StoredTransfer } from './reference-ledger.ts';
import type { TestLedger } from './test-ledger.ts';

/** Below the size of the ledger's connection pool, so that no batch waits for a connection. */
const BATCHES_AT_ONCE = 14;
/** SQLSTATE of a serialization failure, a deadlock and a lock time-out. */
const TRY_AGAIN = new Set(['40001', '40P01', '55P03']);

/**
 * Posts sequential batches to the database and to the reference ledger, and compares outcomes and stored transfers.
 * @param size.steps maximum number of batches and folds per run
 * @returns the number of groups posted
 */
export async function matchesReference(
  { db }: TestLedger,
  size: { runs: number; steps: number },
): Promise<number> {
  let posted = 0;
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ batch: anyBatch(), isOneByOne: fc.boolean() }) },
    { weight: 1, arbitrary: fc.constant('fold' as const) },
  );
  const anySteps = fc.array(step, { minLength: 1, maxLength: size.steps, size: 'max' });
  await fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      const world = newWorld();
      const history: StoredTransfer[] = [];
      const first = firstGroups(world);
      await postGroups(db, first);
      for (const group of first) referencePost(history, group);
      for (const one of steps) {
        if (one === 'fold') {
          await foldDeltas(db);
          continue;
        }
        const groups = groupsIn(world, one.batch);
        const outcomes = one.isOneByOne ? await postOneByOne(db, groups) : await postGroups(db, groups);
        expect(outcomes).toEqual(groups.map((group) => referencePost(history, group)));
        posted += groups.length;
      }
      await expectSameBalances(db, history);
    }),
    { numRuns: size.runs, endOnFailure: true },
  );
  return posted;
}

/**
 * Runs concurrent batches over many connections while deltas are folded. Checks every invariant and every outcome.
 * @returns the number of groups with an outcome
 */
export async function keepsInvariants({ db }: TestLedger, { runs }: { runs: number }): Promise<number> {
  let answers = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyBatch(), { minLength: 8, maxLength: BATCHES_AT_ONCE }), async (batches) => {
      const world = newWorld();
      await postGroups(db, firstGroups(world));
      let isDone = false;
      const folding = Promise.allSettled([foldUntil(db, () => isDone)]);
      const posting = batches.map(async (batch, n) => {
        const groups = groupsIn(world, batch);
        const postAll = [postGroups, postOneByOne][n % 2] ?? postGroups;
        const outcomes = await postAll(db, groups);
        return groups.map((group, m) => ({ group, outcome: outcomes[m] }));
      });
      await Promise.allSettled(posting);
      isDone = true;
      const answered = await Promise.all(posting);
      expect(await folding).toEqual([expect.objectContaining({ status: 'fulfilled' })]);
      await expect(assertLedgerInvariants(db)).resolves.toBeUndefined();
      await expectTruth(db, answered.flat());
      answers += answered.flat().length;
    }),
    { numRuns: runs, endOnFailure: true },
  );
  return answers;
}

/** Retries without end, as a queue would. A request would give up when its caller has waited too long. */
async function postGroups(db: Db, groups: TransferGroup[]): Promise<GroupOutcome[]> {
  for (;;) {
    try {
      return await inTransaction(db, async (tx) => post(tx, groups));
    } catch (error) {
      const isForAnother = error instanceof DatabaseError && TRY_AGAIN.has(error.code ?? '');
      if (!isForAnother && !(error instanceof RetryTransaction)) throw error;
    }
  }
}

/** Posts each group in its own transaction. */
async function postOneByOne(db: Db, groups: TransferGroup[]): Promise<GroupOutcome[]> {
  const outcomes: GroupOutcome[] = [];
  for (const group of groups) outcomes.push(...(await postGroups(db, [group])));
  return outcomes;
}

async function foldUntil(db: Db, isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    await foldDeltas(db);
    await pause(1);
  }
}

async function expectSameBalances(db: Db, history: StoredTransfer[]): Promise<void> {
  const wanted = history.flatMap(({ homeId, debit, credit }) =>
    [debit, credit].map((account) => ({ homeId, account })),
  );
  for (const one of wanted.filter(({ account }) => kindOf(account).isChecked)) {
    const balances = await readBalances(db, [one]);
    expect(balances).toEqual(new Map([[one.account, sum(history, one.homeId, one.account)]]));
  }
}

/**
 * Checks the outcome of a group: if it was posted or exists, its transfers are stored, and only one group posted each
 * of them.
 */
async function expectTruth(
  db: Db,
  answers: { group: TransferGroup; outcome: GroupOutcome | undefined }[],
): Promise<void> {
  const { rows } = await sql<{ homeId: string; id: string; amountCents: bigint }>`
    select home_id as "homeId", id, amount_cents as "amountCents" from ledger.transfers`.execute(db);
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
