import { adminLogin, auditCsv, listAudit, verifyAudit } from '@zawadi/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { createAdministrator } from '../../people/administrators/index.ts';

import { hasEntry, readVerification } from './store.ts';
import { recordAudit } from './record-audit.ts';
import { routes } from './routes.ts';

let people: PeopleApp;
let token: string;
let administratorId: string;
beforeAll(async () => {
  people = await startPeopleApp(routes);
  const [email, password] = ['wanjiku@zawadi.test', 'Zawadi-demo-1'];
  await createAdministrator(people.deps, { email, name: 'Wanjiku', password, staffRole: 'administrator' });
  const { json } = await people.call(adminLogin, { email, password });
  token = String(json.body?.['accessToken']);
  const { rows } = await people.owner.query<{ id: string }>('select id from administrators');
  administratorId = rows[0]?.id ?? '';
});
afterAll(() => people.close());

const auditor = () => ({ administratorId, address: '10.0.0.1', requestId: 'request-1' });

async function record(subjectId: string, action: `${string}.${string}` = 'merchant.suspended') {
  await inTransaction(people.deps.db, (tx) =>
    recordAudit(tx, auditor(), {
      action,
      subjectKind: 'merchant',
      subjectId,
      reason: 'Asked by the owner',
      before: { status: 'ACTIVE' },
      after: { status: 'SUSPENDED' },
    }),
  );
}

async function list(query: Record<string, string>) {
  const path = `${listAudit.path}?${new URLSearchParams(query).toString()}`;
  const { json } = await people.call({ ...listAudit, path }, undefined, { token });
  return json.body as { entries: { seq: number; subjectId: string }[]; nextCursor?: string };
}

test('S247 an audit entry has the administrator, the action, the IP address and the change', async () => {
  await record('DUKA100');
  const { entries } = await list({ subjectId: 'DUKA100' });
  expect(entries).toEqual([
    expect.objectContaining({
      actorId: administratorId,
      actorName: 'Wanjiku',
      address: '10.0.0.1',
      action: 'merchant.suspended',
      subjectKind: 'merchant',
      reason: 'Asked by the owner',
      before: { status: 'ACTIVE' },
      after: { status: 'SUSPENDED' },
    }),
  ]);
});

test('a command on the server writes an audit entry without an administrator', async () => {
  const { entries } = await list({ search: 'ADMINISTRATOR.CREATED' });
  expect(entries).toEqual([expect.objectContaining({ actorName: 'Command', requestId: 'admin:create' })]);
  expect(entries[0]).not.toHaveProperty('actorId');
});

test('S252 an audit entry shows the name of its subject, if the subject has one', async () => {
  await inTransaction(people.deps.db, (tx) =>
    recordAudit(tx, auditor(), {
      action: 'administrator.updated',
      subjectKind: 'administrator',
      subjectId: administratorId,
    }),
  );
  const { entries } = await list({ subjectKind: 'administrator', subjectId: administratorId });
  expect(entries[0]).toMatchObject({ subjectName: 'Wanjiku' });
  const { entries: others } = await list({ subjectId: 'DUKA100' });
  expect(others[0]).not.toHaveProperty('subjectName');
});

test('A18 a search of the audit log takes wildcard characters literally', async () => {
  await record('100%_sure');
  expect((await list({ search: '0%_S' })).entries).toHaveLength(1);
  expect((await list({ search: 'owner' })).entries.length).toBeGreaterThan(1);
  expect((await list({ search: 'DU_A100' })).entries).toEqual([]);
  expect((await list({ search: '100%su' })).entries).toEqual([]);
});

test('a rolled-back action leaves no audit entry and no gap', async () => {
  await record('DUKA200');
  const failed = inTransaction(people.deps.db, async (tx) => {
    await recordAudit(tx, auditor(), {
      action: 'merchant.closed',
      subjectKind: 'merchant',
      subjectId: 'DUKA201',
    });
    throw new Error('the action failed');
  });
  await expect(failed).rejects.toThrow('the action failed');
  await record('DUKA202');
  const { entries } = await list({ search: 'DUKA20' });
  expect(entries.map(({ subjectId }) => subjectId)).toEqual(['DUKA202', 'DUKA200']);
  expect(entries[0]?.seq).toBe((entries[1]?.seq ?? 0) + 1);
});

test('S249 simultaneous audit entries form one chain', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => record(`MANY${n}`)));
  const verification = await readVerification(people.deps.db);
  expect(verification.brokenAt).toBeUndefined();
  const { rows } = await people.owner.query<{ count: string }>('select count(*) from audit_log');
  expect(verification.entries).toBe(Number(rows[0]?.count));
});

test('the audit log can be paged to its first entry', async () => {
  await Promise.all(Array.from({ length: 7 }, () => record('PAGED')));
  const seen: number[] = [];
  for (let cursor: string | undefined, first = true; first || cursor; first = false) {
    const page = await list({ subjectId: 'PAGED', limit: '3', ...(cursor && { cursor }) });
    seen.push(...page.entries.map(({ seq }) => seq));
    cursor = page.nextCursor;
  }
  expect(seen).toHaveLength(7);
  expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  expect(
    (await people.call({ ...listAudit, path: `${listAudit.path}?cursor=x` }, undefined, { token })).status,
  ).toBe(422);
});

test('A19 the CSV export has the whole audit log and no spreadsheet formula', async () => {
  await record('=1+1');
  const response = await people.app.inject({
    url: `${auditCsv.path}?search=${encodeURIComponent('=1+1')}`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.headers['content-disposition']).toMatch(
    /^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/u,
  );
  expect(response.body.trim().split('\r\n')).toHaveLength(2);
  expect(response.body).toContain(`"'=1+1"`);
});

test('A41 S248 the application can append to the audit log but not change it', async () => {
  await record('KEPT');
  for (const statement of [
    `update audit_log set reason = 'another'`,
    'delete from audit_log',
    `insert into audit_log select * from audit_log limit 1`,
    'update audit_head set seq = 0',
    'truncate audit_log',
  ]) {
    await expect(people.deps.db.executeQuery(rawQuery(statement))).rejects.toThrow(/permission denied/u);
  }
});

test.each([
  ['changed', `update audit_log set reason = 'Another reason' where seq = $1`, 0],
  ['deleted', 'delete from audit_log where seq = $1', 1],
])('verification finds an audit entry that was %s by SQL', async (_name, change, offset) => {
  await Promise.all([record('A'), record('B'), record('C')]);
  const sound = await readVerification(people.deps.db);
  const seq = sound.entries - 1;
  const client = await people.owner.connect();
  try {
    await client.query('begin');
    await client.query(change, [seq]);
    const { rows } = await client.query<{ broken_at: string | null }>('select broken_at from verify_audit()');
    expect(Number(rows[0]?.broken_at)).toBe(seq + offset);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('A41 verification finds an audit log that was truncated at its end', async () => {
  await record('LAST');
  const { entries, headHash } = await readVerification(people.deps.db);
  expect(await hasEntry(people.deps.db, { seq: entries, hash: headHash })).toBe(true);
  const client = await people.owner.connect();
  try {
    await client.query('begin');
    await client.query('delete from audit_log where seq = $1', [entries]);
    const { rows } = await client.query<{ broken_at: string | null }>('select broken_at from verify_audit()');
    expect(Number(rows[0]?.broken_at)).toBe(entries);
  } finally {
    await client.query('rollback');
    client.release();
  }
  const { json } = await people.call(verifyAudit, undefined, { token });
  expect(json.body).toMatchObject({ entries, headHash });
});

function rawQuery(statement: string) {
  return sql.raw(statement).compile(people.deps.db);
}
