import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '@zawadi/sandbox';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDeps } from '../apps/api/src/app.ts';
import { readConfig } from '../apps/api/src/config/config.ts';
import { sendPayBillAddresses } from '../apps/api/src/features/money/callbacks/index.ts';
import { createTestDatabase, type TestDatabase } from '../apps/api/src/testing/test-database.ts';

// The command is a process that loads the whole product.
vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase;
let sandbox: Sandbox;
beforeAll(async () => {
  database = await createTestDatabase();
  sandbox = await createSandbox({ port: 0, smtpPort: 0 });
  const deps = createDeps(readConfig(environment()), 'test');
  await sendPayBillAddresses(deps);
  await deps.db.destroy();
});
afterAll(async () => {
  await sandbox.close();
  await database.drop();
});

function environment(): Record<string, string> {
  return {
    DATABASE_URL: database.appUrl,
    SANDBOX_PORT: new URL(sandbox.url).port,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
  };
}

type Ended = { code: number | null; out: string; errors: string };

function doctor(args: string[], changed: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'doctor.ts'), ...args], {
      env: { ...process.env, ...environment(), ...changed },
    });
    const ended: Ended = { code: null, out: '', errors: '' };
    child.stdout.on('data', (chunk) => (ended.out += String(chunk)));
    child.stderr.on('data', (chunk) => (ended.errors += String(chunk)));
    child.on('close', (code) => resolve({ ...ended, code }));
  });
}

test('doctor lists every check and ends with 0 if nothing is broken', async () => {
  const { code, out, errors } = await doctor([]);
  expect(out).toMatch(/^good +M-PESA access +127\.0\.0\.1:\d+ accepts the consumer key$/mu);
  expect(out).toMatch(/^- +Backup +The sandbox has nothing to lose$/mu);
  expect(out).toMatch(/^All 9 checks passed\.$/mu);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
});

test('doctor ends with 1 and says for each broken thing what to do, without any secret', async () => {
  const broken = { SMTP_URL: 'smtp://zawadi:mail-password@127.0.0.1:1', SMS_API_KEY: 'wrong-sms-key' };
  const [table, json] = await Promise.all([doctor([], broken), doctor(['--json'], broken)]);
  expect(table.code).toBe(1);
  expect(table.out).toContain(
    '2 of 9 checks failed:\n\nSMS gateway: 127.0.0.1:' +
      new URL(sandbox.url).port +
      ' refuses SMS_USERNAME or SMS_API_KEY. Make a new API key',
  );
  expect(table.out).toMatch(/^BROKEN +Mail server +127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)$/mu);
  expect(json.code).toBe(1);
  const results = JSON.parse(json.out) as { name: string; result: string; nextStep?: string }[];
  expect(results.filter(({ result }) => result === 'broken')).toMatchObject([
    { name: 'sms', nextStep: expect.stringContaining('SMS_API_KEY') },
    { name: 'mail_server', nextStep: expect.stringContaining('SMTP_URL') },
  ]);
  for (const { out, errors } of [table, json])
    expect(out + errors).not.toMatch(/mail-password|wrong-sms-key/u);
});

test('doctor makes the other checks if the database does not answer', async () => {
  const DATABASE_URL = 'postgres://zawadi:db-password@127.0.0.1:1/zawadi';
  const { code, out, errors } = await doctor(['--json'], { DATABASE_URL });
  expect(code).toBe(1);
  expect(JSON.parse(out)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'database', text: 'The database does not answer (ECONNREFUSED)' }),
      expect.objectContaining({ name: 'mail_server', result: 'good' }),
    ]),
  );
  expect(errors).toContain('a check could not be made');
  expect(out + errors).not.toContain('db-password');
});

test('doctor answers an unknown option with one sentence', async () => {
  expect(await doctor(['--xml'])).toEqual({
    code: 1,
    out: '',
    errors: expect.stringMatching(/^Unknown option '--xml'.*\nUsage: npm run doctor/u),
  });
});
