import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyRow } from '../../testing/every-row.ts';
import { createTestRoles } from '../../testing/test-database.ts';

let owner: Client;
let app: Client;

let close: () => Promise<void>;
beforeAll(async () => {
  ({ owner, app, close } = await createTestRoles());
});
afterAll(() => close());

const OUT_OF_REACH = [
  `insert into sessions (id, audience, subject_id, session_version, address, user_agent, expires_at)
     values (gen_random_uuid(), 'admin', gen_random_uuid(), 1, '', '', 'infinity')`,
  'update sessions set ended_at = null, end_reason = null',
  'update sessions set last_used_at = now()',
  'update sessions set key_thumbprint = null',
  'delete from sessions',
  `insert into refresh_tokens (token_hash, session_id) select '\\x00', id from sessions`,
  'update refresh_tokens set rotated_at = null',
  'delete from refresh_tokens',
  'select from administrator_failures',
];

test('the application’s role cannot change sessions by SQL', async () => {
  await everyRow(OUT_OF_REACH, String, async (statement) => {
    await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});

async function newAdministrator(): Promise<string> {
  const id = randomUUID();
  await app.query(
    `select add_administrator($1, $2, 'Achieng', 'finance', '', false, null, null, '', '', '')`,
    [id, `${id}@example.test`],
  );
  return id;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();

async function open(subjectId: string, version = 1, deviceKey: string | null = null) {
  const [id, token, request] = [randomUUID(), randomBytes(32).toString('base64url'), randomUUID()];
  const { rows } = await app.query<{ isOpen: boolean }>(
    `select open_session($1, 'admin', $2, $3, '41.90.1.2', 'curl', 24, $4, $5, $6) as "isOpen"`,
    [id, subjectId, version, hashOf(token), request, deviceKey],
  );
  return { id, token, request, isOpen: rows[0]?.isOpen };
}

async function actionsOf(requestId: string): Promise<string[]> {
  const { rows } = await owner.query<{ action: string }>(
    'select action from audit_log where request_id = $1 order by seq',
    [requestId],
  );
  return rows.map(({ action }) => action);
}

test('records each session that an administrator opens, and each that is ended from another device', async () => {
  const id = await newAdministrator();
  const session = await open(id);
  expect(session.isOpen).toBe(true);
  expect(await actionsOf(session.request)).toEqual(['administrator.signed-in']);
  const request = randomUUID();
  await app.query(`select end_sessions('admin', $1, $2, '', $3)`, [id, session.id, request]);
  expect(await actionsOf(request)).toEqual(['administrator.device-signed-out']);
});

test('opens no session for a disabled or unknown account, or after its version changed', async () => {
  const id = await newAdministrator();
  expect((await open(id, 2)).isOpen).toBe(false);
  expect((await open(randomUUID())).isOpen).toBe(false);
  await owner.query(`update administrators set status = 'DISABLED' where id = $1`, [id]);
  expect((await open(id)).isOpen).toBe(false);
});

test('renews a session once, by its token and not by the token’s hash', async () => {
  const { token } = await open(await newAdministrator());
  const renew = (presented: string) =>
    app.query('select renew_session($1, $2)', [presented, hashOf(randomUUID())]);
  await expect(renew(hashOf(token).toString('hex'))).rejects.toMatchObject({ code: 'ZA403' });
  await renew(token);
  await expect(renew(token)).rejects.toMatchObject({ code: 'ZA403' });
});

const [ONE_KEY, OTHER_KEY] = ['A'.repeat(43), 'B'.repeat(43)];

async function keyOf(sessionId: string): Promise<string | null | undefined> {
  const { rows } = await owner.query<{ key: string | null }>(
    'select key_thumbprint as key from sessions where id = $1',
    [sessionId],
  );
  return rows[0]?.key;
}

async function renewed(token: string, deviceKey: string | null): Promise<string> {
  const successor = randomBytes(32).toString('base64url');
  await app.query('select renew_session($1, $2, $3)', [token, hashOf(successor), deviceKey]);
  return successor;
}

test('binds a session to a device key once, when it opens or is renewed, and then renews it with no other key', async () => {
  const [early, late] = [
    await open(await newAdministrator(), 1, ONE_KEY),
    await open(await newAdministrator()),
  ];
  const unbound = await renewed(late.token, null);
  expect(await keyOf(late.id)).toBeNull();
  for (const [{ id }, token] of [
    [early, early.token],
    [late, await renewed(unbound, ONE_KEY)],
  ] as const) {
    for (const key of [null, OTHER_KEY]) {
      await expect(renewed(token, key)).rejects.toMatchObject({ code: 'ZA403' });
    }
    await renewed(token, ONE_KEY);
    expect(await keyOf(id)).toBe(ONE_KEY);
  }
});

test('lets the previous product version renew unbound sessions, but no bound session', async () => {
  const renew = (token: string) =>
    app.query('select renew_session($1, $2)', [token, hashOf(randomBytes(32).toString('base64url'))]);
  const [bound, unbound] = [
    await open(await newAdministrator(), 1, ONE_KEY),
    await open(await newAdministrator()),
  ];
  await renew(unbound.token);
  await expect(renew(bound.token)).rejects.toMatchObject({ code: 'ZA403' });
});

test('not even the owner of the tables can bind a session to another key', async () => {
  const { id } = await open(await newAdministrator(), 1, ONE_KEY);
  for (const key of [null, OTHER_KEY]) {
    await expect(
      owner.query('update sessions set key_thumbprint = $2 where id = $1', [id, key]),
    ).rejects.toMatchObject({ code: 'ZA403' });
  }
  await expect(open(await newAdministrator(), 1, 'no thumbprint')).rejects.toMatchObject({ code: '23514' });
});

test('a session that continues after a password change keeps its device key', async () => {
  const id = await newAdministrator();
  const session = await open(id, 1, ONE_KEY);
  await owner.query('update administrators set session_version = 2 where id = $1', [id]);
  const next = randomUUID();
  await app.query(`select continue_session($1, $2, $3, '', '')`, [next, session.id, hashOf(next)]);
  expect(await keyOf(next)).toBe(ONE_KEY);
});
