import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { until } from '../../../testing/until.ts';
import { notify } from './index.ts';
import { newPerson, startInbox, type TestInbox } from './testing/start-inbox.ts';

const SMS_PATH = '/version1/messaging';
let inbox: TestInbox;

beforeAll(async () => {
  inbox = await startInbox();
});

afterAll(() => inbox.stop());

test('F34 a provider outage delays an SMS and loses none', async () => {
  const { msisdn } = newPerson();
  await inbox.behave({ failHttp: { path: SMS_PATH, status: 500, times: 2 } });
  const key = await notifyOfSecondPayment(msisdn);
  for (const attempts of [1, 2]) {
    await until(async () => {
      expect(await inbox.rowsOf(key)).toMatchObject([{ isLeased: false, attempts, lastError: 'HTTP 500' }]);
    });
    await sql`update outbox set available_at = now() where dedupe_key = ${key}`.execute(inbox.db);
  }
  expect(await inbox.settled(key)).toEqual(['done']);
  expect(await inbox.smsOf(msisdn)).toHaveLength(1);
});

test('an SMS is not retried when the provider’s answer is lost', async () => {
  const { msisdn } = newPerson();
  await inbox.behave({ executeThenDrop: { path: SMS_PATH, times: 1 } });
  expect(await inbox.settled(await notifyOfSecondPayment(msisdn))).toEqual(['unknown']);
  expect(await inbox.smsOf(msisdn)).toHaveLength(1);
});

test('an SMS is not retried when the provider never answers', async () => {
  const { msisdn } = newPerson();
  await inbox.behave({ hang: { path: SMS_PATH, ms: 5_000, times: 1 } });
  expect(await inbox.settled(await notifyOfSecondPayment(msisdn))).toEqual(['unknown']);
});

test('an SMS is not retried when its worker died while sending', async () => {
  const { msisdn } = newPerson();
  const dedupeKey = newId();
  await inbox.db.transaction().execute(async (tx) => {
    await notify(tx, inbox, { template: 'second-payment', data: { amount: 1 }, sms: msisdn, dedupeKey });
    await sql`update outbox set attempts = 1, lease_token = gen_random_uuid(), lease_until = now() - interval '1 second'
      where dedupe_key = ${`second-payment:${dedupeKey}`}`.execute(tx);
  });
  expect(await inbox.settled(`second-payment:${dedupeKey}`)).toEqual(['unknown']);
  expect(await inbox.smsOf(msisdn)).toEqual([]);
});

test('gives up an SMS at once if the provider refuses the phone number', async () => {
  const key = await notifyOfSecondPayment('254799');
  expect(await inbox.settled(key)).toEqual(['dead']);
  expect(await inbox.rowsOf(key)).toMatchObject([{ attempts: 1, lastError: '403 invalid number' }]);
});

test('does not send a message with an expired code', async () => {
  const { msisdn } = newPerson();
  const dedupeKey = newId();
  await inbox.db.transaction().execute(async (tx) => {
    await notify(tx, inbox, { template: 'phone-otp', data: { code: '402913' }, sms: msisdn, dedupeKey });
    await sql`update outbox set created_at = now() - interval '11 minutes'
      where dedupe_key = ${`phone-otp:${dedupeKey}`}`.execute(tx);
  });
  expect(await inbox.settled(`phone-otp:${dedupeKey}`)).toEqual(['dead']);
  expect(await inbox.smsOf(msisdn)).toEqual([]);
});

test('A24 S411 log and outbox keep no name, phone number, email address, code or link, even after failures', async () => {
  const { msisdn, email } = newPerson();
  const voucherId = inbox.addVoucher({
    code: 'CNRY-0000-0000-0000',
    senderName: 'Canary Sender',
    link: 'https://canary.example',
  });
  const key = `voucher-gift:${voucherId}`;
  await inbox.behave({ failHttp: { path: SMS_PATH, status: 503, times: 1 } });
  await inbox.tell({
    template: 'voucher-gift',
    data: { voucherId },
    sms: msisdn,
    email: `${email}, canary@zawadi.test`,
    dedupeKey: voucherId,
  });
  await until(async () => {
    const reasons = (await inbox.rowsOf(key)).map(({ lastError }) => lastError);
    expect(new Set(reasons)).toEqual(new Set(['HTTP 503', 'not an address']));
  });
  const kept = (await inbox.rowsOf(key)).map((row) => `${row.lastError} ${row.payload?.toString('latin1')}`);
  const everything = [...inbox.logged, ...kept].join('\n');
  expect(inbox.logged.join('\n')).toContain('not an address');
  for (const canary of [msisdn, email, 'canary', 'Canary', 'CNRY']) expect(everything).not.toContain(canary);
});

/**
 * Sends a notice of a second payment.
 * @returns the dedupe key of its outbox row
 */
async function notifyOfSecondPayment(msisdn: string): Promise<string> {
  const dedupeKey = newId();
  await inbox.tell({ template: 'second-payment', data: { amount: 1_000 }, sms: msisdn, dedupeKey });
  return `second-payment:${dedupeKey}`;
}
