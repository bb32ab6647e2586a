import { correctRecipient, resendGift } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Gift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { deriveKeys } from '../../../platform/crypto/keys.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { createTokenCheck, reportAddress } from './report-addresses.ts';
import { giftOf, post, sendGift, untilState } from './testing/gift-states.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterEach(() => system.provider.reset());
afterAll(() => system.close());

/** The gateway's id of the gift's SMS. */
function untilTaken({ voucherId }: Gift): Promise<string> {
  return until(async () => {
    const { rows } = await system.owner.query<{ id: string | null }>(
      `select provider_id as id from outbox where topic = 'sms' and dedupe_key = $1`,
      [`voucher-gift:${voucherId}`],
    );
    const id = rows[0]?.id ?? '';
    expect(id).toMatch(/^ATXid_/u);
    return id;
  });
}

const FORM = 'application/x-www-form-urlencoded';

function reportSms(fields: Record<string, string>): Promise<number> {
  return post(reportAddress(system.deps, 'sms-reports'), new URLSearchParams(fields).toString(), FORM);
}

const silent = () => system.sandbox.behave({ smsReports: { outcome: 'silent' } });

test('shows a gift’s SMS as delivered when the gateway reports it, and the mail as sent', async () => {
  const { buyer } = await sendGift(system);
  await untilState(system, buyer, ['sms', 'delivered']);
  const gift = await untilState(system, buyer, ['email', 'sent']);
  expect(gift?.messages.sms?.failure).toBeUndefined();
});

test('shows an SMS that the gateway does not take as being sent', async () => {
  await system.sandbox.behave({ failHttp: { path: '/version1/messaging', status: 500, times: 1 } });
  const { buyer } = await sendGift(system);
  await untilState(system, buyer, ['email', 'sent']);
  expect((await giftOf(system, buyer))?.messages.sms).toMatchObject({ state: 'being_sent' });
});

test('shows and tells the buyer why an SMS failed; both sending again and another number deliver the gift', async () => {
  const recipient = newPerson('Kip', 'Rotich');
  const phones = { [recipient.phoneNumber]: { outcome: 'fail', reason: 'UserInBlackList' } };
  await system.sandbox.behave({ smsReports: { phones } });
  const { buyer, gift } = await sendGift(system, recipient);
  const failed = await untilState(system, buyer, ['sms', 'not_delivered']);
  expect(failed).toMatchObject({ messages: { sms: { failure: 'blocked' } }, canBeCorrected: true });
  expect((await system.sandbox.phone(recipient.phoneNumber)).messages).toEqual([]);
  await system.sandbox.mail(buyer.email, /could not deliver the SMS with your gift to Kip Rotich/u);

  await system.sandbox.behave({ smsReports: { phones: {} } });
  const { voucherId } = gift;
  expect((await system.call(resendGift, { body: { voucherId } }, buyer)).outcome).toBe('ok');
  await untilState(system, buyer, ['sms', 'delivered']);

  const other = newPerson('Kim', 'Rotich');
  await silent();
  const body = {
    voucherId,
    fullName: 'Kim Rotich',
    recipientMsisdn: other.phoneNumber,
    recipientEmail: other.email,
  };
  expect((await system.call(correctRecipient, { body }, buyer)).outcome).toBe('ok');
  await untilState(system, buyer, ['sms', 'sent']);
});

test('a gift whose SMS was never delivered can be corrected days later, and 24 hours after its delivery no more', async () => {
  await silent();
  const { buyer, gift } = await sendGift(system);
  const id = await untilTaken(gift);
  await until(async () => expect((await giftOf(system, buyer))?.correctableUntil).toBeDefined());
  expect(await reportSms({ id, status: 'Failed', failureReason: 'AbsentSubscriber' })).toBe(200);
  const failed = await untilState(system, buyer, ['sms', 'not_delivered']);
  expect(failed?.messages.sms?.failure).toBe('phone_unreachable');
  await until(async () => {
    const { canBeCorrected, correctableUntil } = (await giftOf(system, buyer)) ?? {};
    expect({ canBeCorrected, correctableUntil }).toEqual({ canBeCorrected: true });
  });
  expect(await reportSms({ id, status: 'Success' })).toBe(200);
  await untilState(system, buyer, ['sms', 'delivered']);
  await until(async () => expect((await giftOf(system, buyer))?.correctableUntil).toBeDefined());
});

test('a delivered SMS stays delivered, in whatever order and however often reports come', async () => {
  await silent();
  const { buyer, gift } = await sendGift(system);
  const id = await untilTaken(gift);
  expect(await reportSms({ id, status: 'Buffered' })).toBe(200);
  await untilState(system, buyer, ['sms', 'sent']);
  const late = [
    { id, status: 'Success' },
    { id, status: 'Success' },
    { id, status: 'Sent' },
    { id, status: 'Failed' },
  ];
  for (const report of late) expect(await reportSms(report)).toBe(200);
  await untilState(system, buyer, ['sms', 'delivered']);
  expect(await Promise.all(late.map(reportSms))).toEqual([200, 200, 200, 200]);
  expect((await giftOf(system, buyer))?.messages.sms).toMatchObject({ state: 'delivered' });
});

test('counts a report that comes before the gateway’s answer', async () => {
  await system.sandbox.behave({ smsReports: { beforeReply: true, copies: 2 } });
  const { buyer } = await sendGift(system);
  await untilState(system, buyer, ['sms', 'delivered']);
  await until(async () => expect((await giftOf(system, buyer))?.correctableUntil).toBeDefined());
});

test('acknowledges a report about an unknown SMS, with fields and a status that are new', async () => {
  const report = {
    id: 'ATXid_unknown',
    status: 'Vanished',
    networkCode: '63902',
    retryCount: '3',
    carrier: 'x',
  };
  expect(await reportSms(report)).toBe(200);
  expect(await reportSms({ ...report, status: 'Success' })).toBe(200);
});

test('keeps no phone number of a report', async () => {
  const { phoneNumber } = newPerson('Kip', 'Rotich');
  const failureReason = `UserInBlackList +${phoneNumber}`;
  await reportSms({ id: 'ATXid_number', status: 'Failed', phoneNumber: `+${phoneNumber}`, failureReason });
  const { rows } = await system.owner.query(
    'select r::text as row from delivery_reports r where reason is not null',
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(phoneNumber.slice(4));
});

test.each(['sms-reports', 'mail-bounces'] as const)(
  'refuses a wrong token of %s before it reads the body',
  async (reporter) => {
    const right = reportAddress(system.deps, reporter);
    const wrong = right.replace(/[0-9a-f]{64}$/u, 'ab'.repeat(32));
    const tooLong = 'x'.repeat(1_500_000);
    const contentType = reporter === 'sms-reports' ? FORM : 'message/rfc822';
    expect(await post(wrong, tooLong, contentType)).toBe(404);
    expect(await post(wrong, '{', 'application/json')).toBe(404);
    expect(await post(right, tooLong, contentType)).toBe(413);
    expect(await post(right, '{}', 'application/json')).toBe(415);
  },
);

test('refuses a report without an id', async () => {
  expect(await reportSms({ status: 'Success' })).toBe(422);
});

test('refuses a report that names a field twice', async () => {
  const address = reportAddress(system.deps, 'sms-reports');
  expect(await post(address, 'id=ATXid_1&status=Success&status=Failed', FORM)).toBe(400);
});

test('a new key makes a new address; the previous one works until its key is removed', async () => {
  const [old, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const config = { callbackUrl: 'https://zawadi.test' };
  const tokenOf = (keys: ReturnType<typeof deriveKeys>) =>
    reportAddress({ keys, config }, 'sms-reports').slice(-64);
  const before = tokenOf(deriveKeys(old));
  const both = deriveKeys(next, old);
  expect(tokenOf(both)).not.toBe(before);
  const check = createTokenCheck(both, 'sms-reports');
  for (const token of [before, tokenOf(both)]) expect(() => check({ token })).not.toThrow();
  expect(() => createTokenCheck(deriveKeys(next), 'sms-reports')({ token: before })).toThrow(Refusal);
  expect(() => createTokenCheck(both, 'mail-bounces')({ token: before })).toThrow(Refusal);
});
