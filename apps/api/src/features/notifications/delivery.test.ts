import { Writable } from 'node:stream';
import { createSandbox, type Sandbox } from '@zawadi/sandbox';
import { sandboxCredentials } from '@zawadi/sandbox/credentials';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { deriveKeys } from '../../platform/crypto/keys.ts';
import { openDatabase, type Db } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { createOutboxWorker, type OutboxWorker } from '../../platform/outbox/create-outbox-worker.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import {
  createEmailSender,
  createNotificationHandlers,
  createSmsSender,
  notify,
  type EmailSender,
  type Notice,
  type ResolveVoucher,
  type VoucherFacts,
} from './index.ts';

const keys = deriveKeys(Buffer.alloc(32, 7));
const logged: string[] = [];
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  }),
);
const vouchers = new Map<string, VoucherFacts>();
const asked: string[] = [];
const resolveVoucher: ResolveVoucher = async (voucherId, address) => {
  asked.push(address);
  return vouchers.get(voucherId);
};

let database: TestDatabase;
let db: Db;
let sandbox: Sandbox;
let emailSender: EmailSender;
let worker: OutboxWorker;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.appUrl, { connections: 8, name: 'test' });
  sandbox = await createSandbox({ port: 0 });
  emailSender = createEmailSender({
    smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    from: 'Zawadi <hello@zawadi.test>',
  });
  const { smsUsername: username, smsApiKey: apiKey } = sandboxCredentials;
  const sendSms = createSmsSender({ baseUrl: sandbox.url, username, apiKey, from: 'ZAWADI', timeoutMs: 500 });
  const handlers = createNotificationHandlers({ sendSms, emailSender, resolveVoucher });
  worker = createOutboxWorker({ db, keys, log }, { handlers, concurrency: 4, pollMs: 20 });
});

afterAll(async () => {
  await worker.stop();
  emailSender.close();
  await sandbox.close();
  await db.destroy();
  await database.drop();
});

test('the recipient of a gift gets it by SMS and by e-mail, each once, whatever happens twice', async () => {
  const { msisdn, email } = newPerson();
  const voucherId = newVoucher({ code: '7K3M-9QXT-2RFD-8WZA' });
  const notice: Notice = {
    template: 'voucher-gift',
    data: { voucherId },
    sms: msisdn,
    email,
    dedupeKey: voucherId,
  };
  await tell(notice, notice);
  await tell(notice);
  await vi.waitFor(async () =>
    expect([await smsOf(msisdn), await mailsOf(email)]).toMatchObject([[{}], [{}]]),
  );
  await settled(`voucher-gift:${voucherId}`);
  const [[sms], [mail]] = [await smsOf(msisdn), await mailsOf(email)];
  expect(sms).toMatchObject({ from: 'ZAWADI' });
  expect(sms?.text).toMatch(/^Amina Wanjiku sent you .* 7K3M-9QXT-2RFD-8WZA\. Open it: http\S+$/u);
  expect(mail?.subject).toBe('Amina Wanjiku sent you a gift of KES 950');
  expect(mail?.text).toContain('https://zawadi.example/v/');
  expect(await smsOf(msisdn)).toHaveLength(1);
  expect(await mailsOf(email)).toHaveLength(1);
  expect(asked).toEqual(expect.arrayContaining([msisdn, email]));
});

test('nobody hears of what was rolled back', async () => {
  const { msisdn } = newPerson();
  const doomed = db.transaction().execute(async (tx) => {
    await notify(tx, { keys }, { template: 'phone-otp', data: { code: '000001' }, sms: msisdn });
    throw new Error('rolled back');
  });
  await expect(doomed).rejects.toThrow('rolled back');
  await tell({ template: 'phone-otp', data: { code: '000002' }, sms: msisdn });
  await vi.waitFor(async () => expect(await smsOf(msisdn)).toHaveLength(1));
  expect((await smsOf(msisdn))[0]?.text).toContain('000002');
});

test('a message in Swahili is in Swahili', async () => {
  const { msisdn } = newPerson();
  await tell({ template: 'phone-otp', data: { code: '402913' }, sms: msisdn, language: 'sw' });
  await vi.waitFor(async () => expect((await smsOf(msisdn))[0]?.text).toMatch(/^402913 ni msimbo wako/u));
});

test('without a number and without an address nothing is written', async () => {
  const dedupeKey = newId();
  await tell({
    template: 'second-payment',
    data: { amount: 10 },
    sms: undefined,
    email: undefined,
    dedupeKey,
  });
  expect(await statesOf(`second-payment:${dedupeKey}`)).toEqual([]);
});

test('a provider that is down delays an SMS and loses nothing', async () => {
  const { msisdn } = newPerson();
  await behave({ failHttp: { path: '/version1/messaging', status: 500, times: 2 } });
  const dedupeKey = newId();
  await tell({ template: 'second-payment', data: { amount: 1_000 }, sms: msisdn, dedupeKey });
  for (const attempts of [1, 2]) {
    await vi.waitFor(async () =>
      expect(await attemptsOf(dedupeKey)).toEqual([{ attempts, last_error: 'HTTP 500' }]),
    );
    await letTimePass(dedupeKey);
  }
  await vi.waitFor(async () => expect(await smsOf(msisdn)).toHaveLength(1));
  expect(await settled(`second-payment:${dedupeKey}`)).toEqual(['done']);
});

test('an SMS whose answer is lost is not sent again by itself', async () => {
  const { msisdn } = newPerson();
  await behave({ executeThenDrop: { path: '/version1/messaging', times: 1 } });
  const dedupeKey = newId();
  await tell({ template: 'second-payment', data: { amount: 1_000 }, sms: msisdn, dedupeKey });
  expect(await settled(`second-payment:${dedupeKey}`)).toEqual(['unknown']);
  expect(await smsOf(msisdn)).toHaveLength(1);
});

test('an SMS whose worker died while sending is not sent again by itself', async () => {
  const { msisdn } = newPerson();
  const dedupeKey = newId();
  await db.transaction().execute(async (tx) => {
    await notify(tx, { keys }, { template: 'second-payment', data: { amount: 1 }, sms: msisdn, dedupeKey });
    await sql`update outbox set attempts = 1, lease_token = gen_random_uuid(), lease_until = now() - interval '1 second'
      where dedupe_key = ${`second-payment:${dedupeKey}`}`.execute(tx);
  });
  expect(await settled(`second-payment:${dedupeKey}`)).toEqual(['unknown']);
  expect(await smsOf(msisdn)).toEqual([]);
});

test('a code that is no longer valid is not sent any more', async () => {
  const { msisdn } = newPerson();
  const dedupeKey = newId();
  await db.transaction().execute(async (tx) => {
    await notify(tx, { keys }, { template: 'phone-otp', data: { code: '402913' }, sms: msisdn, dedupeKey });
    await sql`update outbox set created_at = now() - interval '11 minutes'
      where dedupe_key = ${`phone-otp:${dedupeKey}`}`.execute(tx);
  });
  expect(await settled(`phone-otp:${dedupeKey}`)).toEqual(['dead']);
  expect(await smsOf(msisdn)).toEqual([]);
});

test('a message about a voucher that is no longer to be told about is dropped', async () => {
  const { msisdn } = newPerson();
  const voucherId = newId();
  await tell({ template: 'voucher-gift', data: { voucherId }, sms: msisdn, dedupeKey: voucherId });
  expect(await settled(`voucher-gift:${voucherId}`)).toEqual(['done']);
  expect(await smsOf(msisdn)).toEqual([]);
});

test('logs and table keep no name, number, address, code or link, also when things fail', async () => {
  const { msisdn, email } = newPerson();
  const voucherId = newVoucher({
    code: 'CNRY-0000-0000-0000',
    senderName: 'Canary Sender',
    link: 'https://canary.example',
  });
  await behave({ failHttp: { path: '/version1/messaging', status: 503, times: 1 } });
  await tell({
    template: 'voucher-gift',
    data: { voucherId },
    sms: msisdn,
    email: `${email}, canary@x.test`,
    dedupeKey: voucherId,
  });
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from outbox
      where dedupe_key = ${`voucher-gift:${voucherId}`} and last_error is not null`.execute(db);
    expect(rows).toHaveLength(2);
  });
  const { rows } = await sql<{ kept: string }>`
    select coalesce(dedupe_key, '') || coalesce(last_error, '') || encode(payload, 'escape') as kept from outbox
    where dedupe_key = ${`voucher-gift:${voucherId}`}`.execute(db);
  const everything = [...logged, ...rows.map(({ kept }) => kept)].join('\n');
  expect(everything).toContain('not an address');
  for (const canary of [msisdn, email, 'canary', 'Canary', 'CNRY']) expect(everything).not.toContain(canary);
});

function newPerson() {
  const digits = String(Math.floor(Math.random() * 1e8)).padStart(8, '0');
  return { msisdn: `2547${digits}`, email: `${digits}@zawadi.test` };
}

function newVoucher(facts: Partial<VoucherFacts>): string {
  const voucherId = newId();
  vouchers.set(voucherId, {
    code: '7K3M-9QXT-2RFD-8WZA',
    link: `https://zawadi.example/v/${voucherId}`,
    value: 950,
    balance: 950,
    senderName: 'Amina Wanjiku',
    recipientName: 'Brian',
    message: 'Hongera!',
    expiresAt: new Date('2028-11-20T20:59:59Z'),
    cloth: 'asante',
    ...facts,
  });
  return voucherId;
}

async function tell(...notices: Notice[]): Promise<void> {
  await db.transaction().execute((tx) => notify(tx, { keys }, ...notices));
}

/** The states of all rows of a cause, once none is pending. */
async function settled(dedupeKey: string): Promise<string[]> {
  await vi.waitFor(async () => {
    const states = await statesOf(dedupeKey);
    expect(states.length).toBeGreaterThan(0);
    expect(states).not.toContain('pending');
  }, 5_000);
  return statesOf(dedupeKey);
}

async function statesOf(dedupeKey: string): Promise<string[]> {
  const { rows } = await sql<{
    state: string;
  }>`select state from outbox where dedupe_key = ${dedupeKey}`.execute(db);
  return rows.map(({ state }) => state);
}

async function attemptsOf(dedupeKey: string): Promise<object[]> {
  const { rows } = await sql<object>`select attempts, last_error from outbox
    where dedupe_key = ${`second-payment:${dedupeKey}`} and lease_token is null`.execute(db);
  return rows;
}

async function letTimePass(dedupeKey: string): Promise<void> {
  await sql`update outbox set available_at = now() where dedupe_key = ${`second-payment:${dedupeKey}`}`.execute(
    db,
  );
}

const phoneSchema = z.object({ messages: z.array(z.object({ from: z.string(), text: z.string() })) });
const inboxSchema = z.object({ messages: z.array(z.object({ subject: z.string(), text: z.string() })) });

async function smsOf(msisdn: string) {
  return phoneSchema.parse(await control(`phones/${msisdn}`)).messages;
}

async function mailsOf(email: string) {
  return inboxSchema.parse(await control(`mail?to=${encodeURIComponent(email)}`)).messages;
}

async function behave(behaviour: object): Promise<void> {
  await control('behaviour', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(behaviour),
  });
}

async function control(path: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(`${sandbox.url}/control/${path}`, init);
  if (!response.ok) throw new Error(`control ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
