import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deriveKeys, encrypt } from '../apps/api/src/platform/crypto/keys.ts';
import { createTestDatabase, type TestDatabase } from '../apps/api/src/testing/test-database.ts';
import { openPool } from '../apps/api/src/platform/db/connections.ts';

// Each command is a process that loads the whole product.
vi.setConfig({ testTimeout: 360_000 });

let database: TestDatabase;
let owner: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = openPool({ connectionString: database.ownerUrl, max: 1 });
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

type Ended = { code: number | null; words: string };

function run(script: string, ...args: string[]): Promise<Ended> {
  return runWith({}, script, ...args);
}

function runWith(environment: Record<string, string>, script: string, ...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
      env: { ...process.env, DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: undefined, ...environment },
    });
    let words = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (words += String(chunk)));
    child.on('close', (code) => resolve({ code, words }));
  });
}

test('admin-create creates an administrator, shows the password once, and records the creation in the audit log', async () => {
  const made = await run('admin-create.ts', '--email', 'First@zawadi.test', '--name', 'Wanjiku Kamau');
  expect(made).toMatchObject({ code: 0, words: expect.stringContaining('first@zawadi.test') });
  expect(made.words).toMatch(/^ {2}[\w-]{20}$/mu);
  const { rows } = await owner.query(`
    select a.name, a.role, l.action, l.actor_name, l.after->>'email' as email
    from administrators a join audit_log l on l.subject_id = a.id::text`);
  expect(rows).toEqual([
    {
      name: 'Wanjiku Kamau',
      role: 'administrator',
      action: 'administrator.created',
      actor_name: 'Command',
      email: 'first@zawadi.test',
    },
  ]);
  const again = await run('admin-create.ts', '--email', 'first@zawadi.test');
  expect(again).toMatchObject({
    code: 1,
    words: 'first@zawadi.test already has an account, which was not changed.\n',
  });
});

test.each([
  [['--email', 'nobody'], /^An email address is needed\. Usage: /u],
  [
    ['--email', 'a@zawadi.test', '--role', 'king'],
    /^The roles are administrator, finance, support, read-only\./u,
  ],
  [['--mail', 'a@zawadi.test'], /Unknown option '--mail'[^]*Usage: /u],
])('admin-create answers the options %j with one sentence', async (args, sentence) => {
  const { code, words } = await run('admin-create.ts', ...args);
  expect(words).toMatch(sentence);
  expect(code).toBe(1);
});

test('A41 verify accepts the audit log, also against an earlier verification, and detects a changed entry', async () => {
  await run('admin-create.ts', '--email', 'second@zawadi.test');
  const whole = await run('verify.ts');
  expect(whole).toMatchObject({ code: 0, words: expect.stringContaining('The audit log is whole') });
  const [anchor = ''] = /\d+:[0-9a-f]{64}/u.exec(whole.words) ?? [];
  expect(await run('verify.ts', '--expect', anchor)).toMatchObject({ code: 0 });
  const other = anchor.replace(/[0-9a-f]{4}$/u, (end) => (end === '0000' ? '1111' : '0000'));
  expect(await run('verify.ts', '--expect', other)).toMatchObject({
    code: 1,
    words: expect.stringContaining('WAS REPLACED'),
  });
  await owner.query(`update audit_log set actor_name = 'An attacker' where seq = 1`);
  expect(await run('verify.ts')).toMatchObject({
    code: 1,
    words: expect.stringContaining('BROKEN at entry 1'),
  });
});

async function addNextAddress(): Promise<void> {
  await owner.query(`
    with token as (
      insert into callback_tokens (token_hash, purpose, home_id, target_id)
      values ('\\x01', 'c2b', gen_random_uuid(), gen_random_uuid()) returning token_hash
    )
    insert into pay_bill_addresses (
      id, key_id, ending, confirmation_hash, validation_hash, confirmation_sealed, validation_sealed, state
    ) select gen_random_uuid(), '01234567', 'beef', token_hash, token_hash, '\\x01', '\\x01', 'NEXT' from token`);
}

test('keys-rotate seals data again, and pay-bill-address switches addresses, only as the owner of the tables', async () => {
  const [former, newest] = [randomBytes(48), randomBytes(48)].map((bytes) => bytes.toString('base64'));
  const [APP_SECRETS, DATABASE_OWNER_URL] = [`${newest},${former}`, database.ownerUrl];
  const sealed = encrypt(deriveKeys(Buffer.from(former ?? '')), 'whsec');
  await owner.query(`insert into app_secrets (name, sealed) values ('web-push', $1)`, [sealed]);
  const id = sealed.subarray(1, 5).toString('hex');
  expect(await runWith({ APP_SECRETS }, 'keys-rotate.ts')).toEqual({
    code: 1,
    words: 'This command needs DATABASE_OWNER_URL as well as DATABASE_URL.\n',
  });
  const before = await runWith({ APP_SECRETS }, 'keys-status.ts');
  expect(before.words).toContain(`Key ${id}: secrets of the application (1).`);
  // If only this shell had the new secret, the rotation would seal data that no process can read.
  expect(await runWith({ APP_SECRETS, DATABASE_OWNER_URL }, 'keys-rotate.ts')).toEqual({
    code: 1,
    words: expect.stringMatching(/^No process seals with the first secret that is set here /u),
  });
  const next = deriveKeys(Buffer.from(newest ?? ''))[0].id;
  await owner.query('insert into app_keys (id, sealing_since) values ($1, now())', [next]);
  const rotated = await runWith({ APP_SECRETS, DATABASE_OWNER_URL }, 'keys-rotate.ts');
  expect(rotated).toMatchObject({
    code: 0,
    words: expect.stringContaining('Sealed again: secrets of the application (1).'),
  });
  expect(rotated.words).toContain(`Key ${id}: nothing. Its secret can be taken out of APP_SECRETS.`);
  expect((await run('pay-bill-address.ts')).words).toMatch(/^There is no address yet/u);
  expect(await runWith({ DATABASE_OWNER_URL }, 'pay-bill-address.ts', '--changed-over')).toEqual({
    code: 1,
    words: 'There is no next address to switch to.\n',
  });
  await addNextAddress();
  expect(await runWith({ DATABASE_OWNER_URL }, 'pay-bill-address.ts', '--changed-over')).toEqual({
    code: 1,
    words: expect.stringMatching(/^The next address \d{4}-\d\d-\d\d …beef has received no call, /u),
  });
  const forced = await runWith({ DATABASE_OWNER_URL }, 'pay-bill-address.ts', '--changed-over', '--force');
  expect(forced).toMatchObject({
    code: 0,
    words: expect.stringMatching(/^The address .*…beef is in use\. /u),
  });
});
