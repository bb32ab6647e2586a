import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { openDatabase, type Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createAdministrator } from '../../people/administrators/index.ts';
import { closeAfterRestore, openAfterRestore } from './index.ts';

let database: TestDatabase;
let db: Db;
let madeBy: string | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.ownerUrl, { connections: 1, name: 'test' });
  madeBy = await createAdministrator(
    { db },
    { email: 'one@zawadi.test', name: 'One', password: 'Zawadi-demo-1', staffRole: 'finance' },
  );
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const open = (isForced = false) => openAfterRestore(db, { isForced });
const close = (knownUntil: Date, ranUntil: Date) =>
  inTransaction(db, (tx) => closeAfterRestore(tx, { knownUntil, ranUntil }));

async function addStatement(account: string, from: Date, to: Date): Promise<string> {
  const id = newId();
  await sql`
    insert into reconciliation_runs (id, account, source, file_name, file_hash, from_at, to_at, made_by, lines,
      repeated_lines, uncompleted_lines, paid_in_cents, withdrawn_cents)
    values (${id}, ${account}, 'upload', '', sha256(convert_to(${id}, 'UTF8')), ${from}, ${to}, ${madeBy}, 0, 0, 0, 0, 0)`.execute(
    db,
  );
  return id;
}

const ACCOUNTS = ['collection', 'utility', 'working'];

test('F33 a restored system opens only if M-PESA statements of all accounts cover the lost time and lack no payment', async () => {
  const [before, knownUntil, middle, ranUntil] = [90, 60, 45, 30].map(minutesAgo) as [Date, Date, Date, Date];
  for (const account of ACCOUNTS) await addStatement(account, before, new Date());
  await close(knownUntil, ranUntil);
  // A comparison before the restore used data that is now lost.
  expect(await open()).toEqual({ outcome: 'unchecked', unchecked: { accounts: ACCOUNTS, missingHere: 0 } });
  for (const account of ACCOUNTS) {
    await addStatement(account, before, middle);
    const next = account === 'working' ? new Date(middle.getTime() + 1_000) : middle;
    await addStatement(account, next, ranUntil);
  }
  expect(await open()).toMatchObject({ unchecked: { accounts: ['working'], missingHere: 0 } });
  const run = await addStatement('working', before, ranUntil);
  await sql`
    insert into reconciliation_items (id, run_id, account, kind, state, receipt, at, details, account_number,
      theirs_cents, ours_cents)
    values (${newId()}, ${run}, 'working', 'payment', 'missing_here', 'R', ${middle}, '', '', 100, 0)`.execute(
    db,
  );
  expect(await open()).toEqual({ outcome: 'unchecked', unchecked: { accounts: [], missingHere: 1 } });
  await sql`update reconciliation_items set closed_as = 'found', closed_at = now()`.execute(db);
  expect(await open()).toEqual({ outcome: 'opened' });
  expect(await open()).toEqual({ outcome: 'not_closed' });
});

test('F33 a restored system can be opened by force, and the audit log records which checks were missing', async () => {
  await close(minutesAgo(60), minutesAgo(30));
  expect(await open()).toMatchObject({ outcome: 'unchecked' });
  expect(await open(true)).toEqual({ outcome: 'opened' });
  const { rows } = await sql`select action, after from audit_log order by seq desc limit 1`.execute(db);
  const unchecked = { accounts: ACCOUNTS, missingHere: 0 };
  expect(rows).toEqual([{ action: 'system.opened', after: { unchecked } }]);
});
