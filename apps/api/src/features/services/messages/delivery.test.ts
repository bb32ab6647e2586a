import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { until } from '../../../testing/until.ts';
import { notify, type Notice } from './index.ts';
import { newPerson, startInbox, type TestInbox } from './testing/start-inbox.ts';

let inbox: TestInbox;

beforeAll(async () => {
  inbox = await startInbox();
});

afterAll(() => inbox.stop());

test('S405 the recipient of a gift gets one SMS and one email, even if the gift is announced twice', async () => {
  const { msisdn, email } = newPerson();
  const voucherId = inbox.addVoucher();
  const notice: Notice = {
    template: 'voucher-gift',
    data: { voucherId },
    sms: msisdn,
    email,
    dedupeKey: voucherId,
  };
  await inbox.tell(notice, notice);
  await inbox.tell(notice);
  expect(await inbox.settled(`voucher-gift:${voucherId}`)).toEqual(['done', 'done']);
  const [sms, ...otherSms] = await inbox.smsOf(msisdn);
  const [mail, ...otherMails] = await inbox.mailsOf(email);
  expect([otherSms, otherMails]).toEqual([[], []]);
  expect(sms?.from).toBe('ZAWADI');
  expect(sms?.text).toMatch(
    /^Amina Wanjiku sent you .* 7K3M-9QXT-2RFD-8WZA at any Zawadi shop\. It is not a payment until it is in your wallet\. Open it: http\S+$/u,
  );
  expect(mail?.subject).toBe('Amina Wanjiku sent you a gift of KES 950');
  expect(mail?.text).toContain('https://zawadi.example/v/');
  expect(inbox.askedFor).toEqual(expect.arrayContaining([msisdn, email]));
});

test('one cause may send two different messages, and two causes the same message twice', async () => {
  const { msisdn, email } = newPerson();
  const cause = newId();
  const paid = { recipientName: 'Brian', amount: 1_000, fee: 50, value: 950 };
  await inbox.tell(
    { template: 'purchase-completed', data: paid, sms: msisdn, dedupeKey: cause },
    { template: 'second-payment', data: { amount: 1_000 }, sms: msisdn, email, dedupeKey: cause },
    { template: 'second-payment', data: { amount: 1_000 }, sms: msisdn, dedupeKey: newId() },
  );
  await until(async () => expect(await inbox.smsOf(msisdn)).toHaveLength(3));
  await until(async () => expect(await inbox.mailsOf(email)).toHaveLength(1));
});

test('never sends a message whose transaction was rolled back', async () => {
  const { msisdn } = newPerson();
  const doomed = inbox.db.transaction().execute(async (tx) => {
    await notify(tx, inbox, { template: 'phone-otp', data: { code: '000001' }, sms: msisdn });
    throw new Error('rolled back');
  });
  await expect(doomed).rejects.toThrow('rolled back');
  await inbox.tell({ template: 'phone-otp', data: { code: '000002' }, sms: msisdn });
  await until(async () => expect(await inbox.smsOf(msisdn)).toHaveLength(1));
  expect((await inbox.smsOf(msisdn))[0]?.text).toContain('000002');
});

test('sends a message in Swahili', async () => {
  const { msisdn } = newPerson();
  await inbox.tell({ template: 'phone-otp', data: { code: '402913' }, sms: msisdn, language: 'sw' });
  await until(async () => {
    expect((await inbox.smsOf(msisdn))[0]?.text).toMatch(/^402913 ni msimbo wako/u);
  });
});

test('writes no outbox row for a person without a phone number and an email address', async () => {
  const dedupeKey = newId();
  const data = { amount: 10 };
  await inbox.tell({ template: 'second-payment', data, sms: undefined, email: undefined, dedupeKey });
  expect(await inbox.rowsOf(`second-payment:${dedupeKey}`)).toEqual([]);
});

test('drops a message whose voucher cannot be resolved', async () => {
  const { msisdn } = newPerson();
  const voucherId = newId();
  await inbox.tell({ template: 'voucher-gift', data: { voucherId }, sms: msisdn, dedupeKey: voucherId });
  expect(await inbox.settled(`voucher-gift:${voucherId}`)).toEqual(['done']);
  expect(await inbox.smsOf(msisdn)).toEqual([]);
});
