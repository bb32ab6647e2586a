import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../../ledger/index.ts';
import { openLossyDatabase, type LossyDatabase } from '../../../testing/lossy-database.ts';
import { upload, itemsOf } from '../../../testing/reconciliation-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { account } from '../../services/postings/index.ts';
import { bookItem } from './book-item.ts';
import { explainItem } from './explain-item.ts';
import { uploadStatement } from './upload-statement.ts';

let system: TestSystem;
let lossy: LossyDatabase;
let deps: TestSystem['deps'];
let administrator: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  lossy = await openLossyDatabase(system.deps.config.database.url ?? '');
  deps = { ...system.deps, db: lossy.db };
  administrator = await newAdministrator(system);
});
afterAll(async () => {
  await lossy.close();
  await system.close();
});

const statementOf = (receipt: string) =>
  `Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance
${receipt},2026-11-18 10:00:00,Pay Bill,Completed,70.00,,1`;

async function auditor() {
  const { rows } = await system.owner.query<{ id: string }>('select id from administrators limit 1');
  return { administratorId: rows[0]?.id ?? '', address: '127.0.0.1', requestId: 'test' };
}

async function openItem(receipt: string): Promise<string> {
  const { run } = await upload(system, administrator, { account: 'collection', text: statementOf(receipt) });
  const [item] = await itemsOf(system, administrator, { runId: run.runId });
  return item?.itemId ?? '';
}

async function timesInAudit(action: string, subjectId: string): Promise<number> {
  const { rows } = await system.owner.query('select from audit_log where action = $1 and subject_id = $2', [
    action,
    subjectId,
  ]);
  return rows.length;
}

/** Runs work whose transaction commits, but whose answer and connection are lost. */
async function loseCommitAnswer<T>(work: () => Promise<T>): Promise<T> {
  const before = lossy.lost();
  lossy.loseNextCommit();
  const result = await work();
  expect(lossy.lost()).toBe(before + 1);
  return result;
}

test('compares a statement only once when the answer to COMMIT is lost', async () => {
  const file = new Blob([statementOf('UKL0000021')]);
  const days = { columns: {}, from: undefined, to: undefined };
  const input = {
    account: 'collection' as const,
    file,
    fileName: 'x.csv',
    ...days,
    auditor: await auditor(),
  };
  const run = await loseCommitAnswer(() => uploadStatement(deps, input));
  expect(run).toMatchObject({ lines: 1, openItems: 1 });
  expect(await timesInAudit('reconciliation.compared', run.runId)).toBe(1);
});

test('posts a correction only once when the answer to COMMIT is lost', async () => {
  const itemId = await openItem('UKL0000022');
  const before = await readBalance(system.deps.db, { account: account.suspense });
  const request = { itemId, correction: 'suspense' as const, reason: 'A stranger', auditor: await auditor() };
  // The first transaction only reads.
  const { action, item } = await loseCommitAnswer(() => bookItem(deps, request));
  expect(action).toEqual({ outcome: 'done' });
  expect(item.status).toBe('booked');
  expect((await readBalance(system.deps.db, { account: account.suspense })) - before).toBe(7_000n);
  expect(await timesInAudit('reconciliation.booked', itemId)).toBe(1);
});

test('explains an item only once when the answer to COMMIT is lost', async () => {
  const itemId = await openItem('UKL0000023');
  const request = { itemId, reason: 'A faulty download', auditor: await auditor() };
  expect((await loseCommitAnswer(() => explainItem(deps, request))).status).toBe('explained');
  expect(await timesInAudit('reconciliation.explained', itemId)).toBe(1);
});
