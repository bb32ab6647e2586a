import { randomUUID } from 'node:crypto';
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

const FIXED = [
  'update purchases set amount_cents = 1',
  'update purchases set buyer_id = gen_random_uuid()',
  'update orders set amount_cents = 1',
  'update vouchers set face_cents = 100000',
  'update vouchers set expires_at = now()',
  'update vouchers set buyer_id = gen_random_uuid()',
  'update withdrawals set amount_cents = 1',
  `update withdrawals set msisdn = '254700000001'`,
  'update redemptions set merchant_id = gen_random_uuid()',
  'update claims set user_id = gen_random_uuid()',
  `update idempotency_keys set answer = '{}'`,
  `update provider_messages set body = '{}'`,
  'update unique_names set home_id = gen_random_uuid()',
  `update voucher_activities set reason = ''`,
  ...['purchases', 'vouchers', 'withdrawals', 'redemptions', 'claims', 'unique_names', 'reviews'].map(
    (table) => `delete from ${table}`,
  ),
];

test('the application’s role cannot change amounts, owners or records by SQL', async () => {
  await everyRow(FIXED, String, async (statement) => {
    await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});

const OUT_OF_REACH = [
  `insert into administrators (id, email, name, role, password_hash)
     values (gen_random_uuid(), 'puppet@example.test', 'Puppet', 'administrator', '')`,
  `update administrators set password_hash = 'mine'`,
  'update administrators set must_change_password = false',
  `update administrators set temporary_password_until = 'infinity'`,
  'update administrators set session_version = session_version + 1',
  `update administrators set role = 'administrator'`,
  'delete from administrator_admissions',
  `update administrator_admissions set admitted_at = 'infinity'`,
  `insert into administrator_admissions (administrator_id, admitted_by, admitted_at)
     values (gen_random_uuid(), gen_random_uuid(), now())`,
  `insert into second_factors (subject_id, secret_sealed, enabled_at) values (gen_random_uuid(), '', now())`,
  `update second_factors set secret_sealed = '\\x00'`,
  'update second_factors set enabled_at = null',
  'update second_factors set last_step = 0',
  'delete from second_factors',
  `insert into recovery_codes (subject_id, code_hash) values (gen_random_uuid(), '\\x00')`,
  'delete from recovery_codes',
  `insert into passkeys (
     id, audience, subject_id, credential_id, public_key, counter, transports, is_backed_up, label
   ) values (gen_random_uuid(), 'admin', gen_random_uuid(), '\\x00', '\\x00', 0, '{}', false, 'Mine')`,
  `update passkeys set public_key = '\\x00'`,
  'update passkeys set counter = 0',
  'delete from passkeys',
  `insert into spent_passkey_challenges (challenge_hash, expires_at) values ('\\x00', now())`,
  'delete from spent_passkey_challenges',
];

test('the application’s role cannot change administrators or second factors by SQL', async () => {
  await everyRow(OUT_OF_REACH, String, async (statement) => {
    await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});

const ADD = 'select add_administrator($1, $2, $3, $4, $5, true, $6, $6, $7, $8, $9) as "isNew"';

async function addAdministrator(staffRole: string, admitter: string | null): Promise<string> {
  const id = randomUUID();
  const values = [
    id,
    `${id}@example.test`,
    'Achieng',
    staffRole,
    'hash',
    admitter,
    '41.90.1.2',
    id,
    'Needed',
  ];
  const { rows } = await app.query<{ isNew: boolean }>(ADD, values);
  expect(rows).toEqual([{ isNew: true }]);
  return id;
}

async function admissionsOf(administratorId: string) {
  const { rows } = await owner.query<{ by: string; isNow: boolean }>(
    `select admitted_by as by, admitted_at > now() - interval '1 minute' as "isNow"
     from administrator_admissions where administrator_id = $1`,
    [administratorId],
  );
  return rows;
}

async function entriesOf(requestId: string) {
  const { rows } = await owner.query<{ action: string; actorId: string | null }>(
    `select action, actor_id as "actorId", actor_name as "actorName", subject_id as "subjectId", address, reason
     from audit_log where request_id = $1 order by seq`,
    [requestId],
  );
  return rows;
}

test('records a new administrator and the administrator who admitted them', async () => {
  const administrator = await addAdministrator('administrator', null);
  const id = await addAdministrator('finance', administrator);
  const about = { action: 'administrator.created', reason: 'Needed' };
  expect(await entriesOf(administrator)).toEqual([
    { ...about, actorId: null, actorName: 'Command', subjectId: administrator, address: 'this server' },
  ]);
  expect(await entriesOf(id)).toEqual([
    { ...about, actorId: administrator, actorName: 'Achieng', subjectId: id, address: '41.90.1.2' },
  ]);
  expect(await admissionsOf(administrator)).toEqual([]);
  expect(await admissionsOf(id)).toEqual([{ by: administrator, isNow: true }]);
});

test('records an admission when a role is raised or an account enabled, but not when a role is lowered or a name changed', async () => {
  const administrator = await addAdministrator('administrator', null);
  const id = await addAdministrator('finance', null);
  const change = (role: string | null, status: string | null) =>
    app.query(`select change_administrator($1, $2, 'Wanjiru', $3, $4, $2, '', '', '')`, [
      id,
      administrator,
      role,
      status,
    ]);
  await change(null, null);
  await change('support', null);
  await change(null, 'DISABLED');
  expect(await admissionsOf(id)).toEqual([]);
  await change(null, 'ACTIVE');
  expect(await admissionsOf(id)).toEqual([{ by: administrator, isNow: true }]);
  await owner.query('delete from administrator_admissions');
  await change('finance', null);
  await change('administrator', null);
  expect(await admissionsOf(id)).toEqual([{ by: administrator, isNow: true }]);
});

test('only an active administrator can admit others, set their passwords and remove their second factor', async () => {
  const administrator = await addAdministrator('administrator', null);
  const clerk = await addAdministrator('finance', administrator);
  const former = await addAdministrator('administrator', administrator);
  await owner.query(`update administrators set status = 'DISABLED' where id = $1`, [former]);
  for (const requester of [clerk, former, randomUUID()]) {
    const attacks: [string, unknown[]][] = [
      [ADD, [randomUUID(), `${randomUUID()}@example.test`, 'Puppet', 'finance', '', requester, '', '', '']],
      [`select give_temporary_password($1, $2, 'mine', '', '', '')`, [administrator, requester]],
      [`select reset_second_factor($1, $2, '', '', '')`, [administrator, requester]],
      [
        `select change_administrator($1, $2, null, 'administrator', null, $2, '', '', '')`,
        [clerk, requester],
      ],
    ];
    for (const [statement, values] of attacks) {
      await expect(app.query(statement, values), statement).rejects.toMatchObject({ code: 'ZA403' });
    }
  }
});

test('no administrator can change the password, role or second factor of their own account', async () => {
  const administrator = await addAdministrator('administrator', null);
  for (const statement of [
    `select give_temporary_password($1, $1, 'mine', '', '', '')`,
    `select reset_second_factor($1, $1, '', '', '')`,
    `select change_administrator($1, $1, null, 'read-only', null, $1, '', '', '')`,
  ]) {
    await expect(app.query(statement, [administrator]), statement).rejects.toMatchObject({ code: 'ZA403' });
  }
});

test("records an administrator's new password or second factor, by whatever SQL the application sets it", async () => {
  const administrator = await addAdministrator('administrator', null);
  const other = await addAdministrator('support', administrator);
  const request = randomUUID();
  for (const statement of [
    `select set_administrator_password($1, 'hash', 'password-changed', '', $3)`,
    `select set_administrator_password($1, 'hash', 'password-reset', '', $3)`,
    `select give_temporary_password($1, $2, 'hash', 'Lost', '', $3)`,
    `select start_second_factor($1, '\\x00')`,
    `select switch_on_second_factor($1, 1, array['\\x00'::bytea], '', $3)`,
    `select renew_recovery_codes($1, array['\\x01'::bytea], '', $3)`,
    `select reset_second_factor($1, $2, 'Lost', '', $3)`,
    `select start_second_factor($1, '\\x00')`,
    `select switch_on_second_factor($1, 1, array['\\x00'::bytea], '', $3)`,
    `select remove_second_factor($1, '', $3)`,
    `select add_passkey($1, 'admin', $1, '\\x01', '\\x00', 0, '{}', false, 'Mine', 10, '', $3)`,
    `select rename_passkey($1, 'admin', $1, 'Office key', '', $3)`,
    `select remove_passkeys('admin', $1, null, '', $3)`,
  ]) {
    // Adds the parameters to the result, because PostgreSQL requires every parameter to be used.
    await app.query(`${statement}, $1::uuid, $2::uuid, $3::text`, [other, administrator, request]);
  }
  expect((await entriesOf(request)).map((entry) => entry.action)).toEqual([
    'administrator.password-changed',
    'administrator.password-reset',
    'administrator.temporary-password',
    'administrator.two-factor-on',
    'administrator.recovery-codes-renewed',
    'administrator.two-factor-reset',
    'administrator.two-factor-on',
    'administrator.two-factor-off',
    'administrator.passkey-added',
    'administrator.passkey-renamed',
    'administrator.passkey-removed',
  ]);
});

test('functions of the schema ignore a table of the same name that the application creates', async () => {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name');
  await owner.query(`grant temporary on database ${rows[0]?.name} to zawadi_app`);
  try {
    await app.query(`
      create temporary table purchases (id uuid, bill_reference text, status text, registered_at timestamptz);
      create temporary table unique_names (kind text, key text);
      insert into purchases values (gen_random_uuid(), 'MINE', 'REGISTERED', now() - interval '2 days');
      grant all on purchases, unique_names to public`);
    const dropped = await app.query<{ count: string }>('select delete_stale_registrations() as count');
    expect(dropped.rows[0]?.count).toBe('0');
  } finally {
    await app.query('discard temporary');
    await owner.query(`revoke temporary on database ${rows[0]?.name} from zawadi_app`);
  }
});

test("functions with the owner's rights search the application's own tables last", async () => {
  const { rows } = await owner.query<{ name: string }>(`
    select oid::regprocedure::text as name from pg_proc
    where prosecdef and not coalesce(array_to_string(proconfig, ';'), '') ~ 'search_path=[^;]*pg_temp(;|$)'`);
  expect(rows).toEqual([]);
});
