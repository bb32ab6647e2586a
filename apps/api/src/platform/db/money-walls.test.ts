import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyRow } from '../../testing/every-row.ts';
import { createTestRoles } from '../../testing/test-database.ts';

let owner: Client;
let app: Client;
const [merchantId, ownerId, managerId, administratorId, clerkId] = [
  randomUUID(),
  randomUUID(),
  randomUUID(),
  randomUUID(),
  randomUUID(),
];

let close: () => Promise<void>;
beforeAll(async () => {
  ({ owner, app, close } = await createTestRoles());
  await owner.query(
    `insert into merchants (
       id, merchant_code, business_name, contact_name, contact_email, contact_phone_msisdn, status, api_key,
       api_secret_hash
     ) values ($1, 'DUKA0001', 'Duka', 'Njeri', 'njeri@example.test', '254700000001', 'ACTIVE', 'key', $2)`,
    [merchantId, Buffer.alloc(32)],
  );
  await owner.query(
    `insert into merchant_staff (id, merchant_id, handle, name, email, role, password_hash, must_change_password)
     values ($1, $3, null, null, null, 'owner', '', false),
       ($2, $3, 'JUMA', 'Juma', 'juma@example.test', 'manager', '', false)`,
    [ownerId, managerId, merchantId],
  );
  await owner.query(
    `insert into administrators (id, email, name, role, password_hash) values
       ($1, 'administrator@example.test', 'Achieng', 'administrator', ''), ($2, 'clerk@example.test', 'Otieno', 'finance', '')`,
    [administratorId, clerkId],
  );
});
afterAll(() => close());

const OUT_OF_REACH = [
  `insert into merchant_payout_channels (merchant_id, version, kind, number, set_by, effective_at)
     values (gen_random_uuid(), 1, 'till', '522522', gen_random_uuid(), now() - interval '2 days')`,
  `update merchant_payout_channels set effective_at = now() - interval '2 days'`,
  'update merchant_payout_channels set ended_at = null',
  'delete from merchant_payout_channels',
  'update merchants set settlements_held_since = null',
  `update merchants set contact_email = 'mine@example.test'`,
  `update merchants set contact_phone_msisdn = '254700000009'`,
  `update merchants set contact_name = 'Mine'`,
  'update merchants set contact_email_changed_at = null',
  `insert into feature_switches (name, is_on) values ('cardPayment2', true)`,
  'update feature_switches set is_on = true',
  'delete from feature_switches',
  `insert into feature_switch_changes (id, name, is_on, reason, changed_by)
     values (gen_random_uuid(), 'cardPayment', true, '', gen_random_uuid())`,
  `insert into setting_versions (id, name, value, effective_from, reason, changed_by)
     values (gen_random_uuid(), 'fees-and-limits', '{}', now(), 'Mine', gen_random_uuid())`,
  `update setting_versions set value = '{}'`,
  'update setting_versions set withdrawn_at = now()',
  'delete from setting_versions',
  `insert into approvals (id, kind, subject_kind, subject_id, summary, amount_cents, reason, input, requested_by,
       expires_at, closed_as, closed_by, closed_at)
     values (gen_random_uuid(), 'payout-channel', 'merchant', 'x', 'x', 0, 'x', '{}', gen_random_uuid(), now(),
       'APPROVED', gen_random_uuid(), now())`,
  'update approvals set requested_by = closed_by',
  'select from merchant_contact_history',
  `insert into merchant_contact_history (merchant_id, kind, former, present)
     values (gen_random_uuid(), 'email', 'a***@example.test', 'b***@example.test')`,
  'delete from merchant_contact_history',
];

test('the application’s role cannot change pay-out destinations by SQL', async () => {
  await everyRow(OUT_OF_REACH, String, (statement) =>
    expect(app.query(statement)).rejects.toMatchObject({ code: '42501' }),
  );
});

const SET = `select * from set_payout_channel($1, $2, 'till', $3, null, null)`;

test("only the owner can set a pay-out channel, and its delay follows the database's clock", async () => {
  const stranger = randomUUID();
  for (const member of [managerId, administratorId, stranger]) {
    await expect(app.query(SET, [merchantId, member, '522522'])).rejects.toMatchObject({ code: 'ZA403' });
  }
  await app.query(SET, [merchantId, ownerId, '522522']);
  const { rows } = await app.query<{ new_version: number; is_held: boolean }>(
    `select new_version, counts_at > now() + interval '23 hours' as is_held
     from set_payout_channel($1, $2, 'till', '612612', null, null)`,
    [merchantId, ownerId],
  );
  expect(rows).toEqual([{ new_version: 2, is_held: true }]);
  for (const call of [`select release_payout_channel($1, 2, $2)`, `select resume_settlements($1, $2)`]) {
    await expect(app.query(call, [merchantId, stranger]), call).rejects.toMatchObject({ code: 'ZA403' });
  }
});

test('a pay-out channel is not released by an approval that was closed earlier', async () => {
  const approvalId = randomUUID();
  await owner.query(
    `insert into approvals (id, kind, subject_kind, subject_id, summary, amount_cents, reason, input, requested_by,
       expires_at, closed_as, closed_by, closed_at)
     values ($1, 'payout-channel', 'merchant', $2, 'x', 0, 'x', '{"version": 2}', $3, now(), 'APPROVED', $4,
       now() - interval '1 minute')`,
    [approvalId, merchantId, administratorId, clerkId],
  );
  await expect(
    app.query('select release_payout_channel($1, 2, $2)', [merchantId, approvalId]),
  ).rejects.toMatchObject({ code: 'ZA403' });
});

const MOVE = `select change_merchant_contact($1, $2, $3, $4, $5, $6, $7, $8) as "isMoved"`;

test('a contact changes only with two administrators’ approval, or with the code sent to the new contact', async () => {
  const mine = ['mine@example.test', '254700000009'] as const;
  for (const values of [
    [null, mine[0], null, administratorId, randomUUID(), null, null],
    [null, null, mine[1], administratorId, null, null, null],
    ['Musa', null, null, clerkId, null, null, null],
    [null, mine[0], null, null, null, managerId, randomUUID()],
    ['Musa', null, null, null, null, null, null],
  ]) {
    await expect(app.query(MOVE, [merchantId, ...values]), values.join()).rejects.toMatchObject({
      code: 'ZA403',
    });
  }
  const { rows } = await app.query(MOVE, [
    merchantId,
    null,
    mine[0],
    null,
    null,
    null,
    ownerId,
    randomUUID(),
  ]);
  expect(rows).toEqual([{ isMoved: false }]);
  await app.query(MOVE, [merchantId, 'Njeri Kamau', null, null, administratorId, null, null, null]);
  const contact = await owner.query(
    'select contact_name as name, contact_email as email, contact_phone_msisdn as phone from merchants',
  );
  expect(contact.rows).toEqual([{ name: 'Njeri Kamau', email: 'njeri@example.test', phone: '254700000001' }]);
});

test('the database records each changed contact of a merchant, masked, for every role', async () => {
  const codeId = randomUUID();
  const code = `insert into one_time_codes (purpose, subject_id, id, target, code_hash, expires_at)
    values ('contact-email', $1, $2, 'wambui@example.test', '\\x00', moment() + interval '1 hour')`;
  await owner.query(code, [ownerId, codeId]);
  await app.query(MOVE, [merchantId, 'Wambui', null, '254700000002', null, null, managerId, null]);
  await app.query(MOVE, [merchantId, null, 'wambui@example.test', null, null, null, ownerId, codeId]);
  await owner.query(`update merchants set contact_email = 'njeri@example.test' where id = $1`, [merchantId]);
  const { rows } = await owner.query(
    'select kind, former, present from merchant_contact_history where merchant_id = $1 order by id',
    [merchantId],
  );
  expect(rows).toEqual([
    { kind: 'phone', former: '2547****001', present: '2547****002' },
    { kind: 'email', former: 'n***@example.test', present: 'w***@example.test' },
    { kind: 'email', former: 'w***@example.test', present: 'n***@example.test' },
  ]);
});

test('only an active administrator can change features and settings, and cannot backdate their history', async () => {
  const turn = (by: string) =>
    app.query('select set_feature_switch($1, true, $2, $3, $4) as "isChanged"', [
      'redeemByCode',
      randomUUID(),
      'x',
      by,
    ]);
  await expect(turn(clerkId)).rejects.toMatchObject({ code: 'ZA403' });
  expect((await turn(administratorId)).rows).toEqual([{ isChanged: true }]);
  const history = await app.query('select is_on, changed_by from feature_switch_changes');
  expect(history.rows).toEqual([{ is_on: true, changed_by: administratorId }]);

  const write = (value: object, from: string | null, by = administratorId) =>
    app.query('select add_setting_version($1, $2, $3, $4::timestamptz, $5, $6, $7)', [
      randomUUID(),
      'fees-and-limits',
      JSON.stringify(value),
      from,
      'x',
      by,
      randomUUID(),
    ]);
  const fees = { depositBasisPoints: 500 };
  await expect(write({ fees, approvalFrom: 100 }, null, clerkId)).rejects.toMatchObject({ code: 'ZA403' });
  await expect(write({ fees, approvalFrom: 100 }, '2026-01-01')).rejects.toMatchObject({ code: 'ZA403' });
  await write({ fees, approvalFrom: 100 }, null);
  const newAccounts = { days: 7, daily: 20_000 };
  const onDemand = { feeBasisPoints: 200, daily: 100 };
  const now = { fees, approvalFrom: 50, newAccounts, onDemand };
  await write(now, null);
  for (const riskier of [
    { ...now, approvalFrom: 51 },
    { ...now, fees: { depositBasisPoints: 0 } },
    { approvalFrom: 50, newAccounts },
    { fees, newAccounts },
    { fees, approvalFrom: 50 },
    { ...now, newAccounts: { days: 6, daily: 20_000 } },
    { ...now, newAccounts: { days: 7, daily: 20_001 } },
    { ...now, onDemand: { feeBasisPoints: 0, daily: 100 } },
    { ...now, onDemand: { feeBasisPoints: 200, daily: 101 } },
    { fees, approvalFrom: 50, newAccounts },
  ]) {
    await expect(write(riskier, null)).rejects.toMatchObject({ code: 'ZA403' });
  }
});

test('own limits become less strict only with the approval of two administrators', async () => {
  const name = `own-limits/user/${randomUUID()}`;
  const write = (value: object | null) =>
    app.query('select add_setting_version($1, $2, $3, null, $4, $5, $6)', [
      randomUUID(),
      name,
      value === null ? null : JSON.stringify(value),
      'x',
      administratorId,
      randomUUID(),
    ]);
  const until = '2199-01-02';
  const now = { limits: { transaction: 100, purchasesDaily: 50 }, until };
  await write({ limits: { transaction: 100 }, until });
  await write(now);
  for (const looser of [
    null,
    { ...now, limits: { transaction: 100 } },
    { ...now, limits: { transaction: 101, purchasesDaily: 50 } },
    { ...now, until: '2199-01-01' },
  ]) {
    await expect(write(looser)).rejects.toMatchObject({ code: 'ZA403' });
  }
  await write({ limits: { transaction: 99, purchasesDaily: 0 } });
  const { rows } = await app.query(`select limits, is_approved from own_limits('user', $1)`, [
    name.split('/').at(-1),
  ]);
  expect(rows).toEqual([{ limits: { transaction: 99, purchasesDaily: 0 }, is_approved: false }]);
});
