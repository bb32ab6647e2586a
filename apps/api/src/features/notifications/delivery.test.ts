import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { notify, type Notice } from './index.ts';
import { newPerson, startPostbox, type Postbox } from './testing/start-postbox.ts';
import { until } from '../../testing/until.ts';

let postbox: Postbox;

beforeAll(async () => {
  postbox = await startPostbox();
});

afterAll(() => postbox.stop());

test('the recipient of a gift gets it by SMS and by e-mail, each once, whatever happens twice', async () => {
  const { msisdn, email } = newPerson();
  const voucherId = postbox.addVoucher();
  const notice: Notice = {
    template: 'voucher-gift',
    data: { voucherId },
    sms: msisdn,
    email,
    dedupeKey: voucherId,
  };
  await postbox.tell(notice, notice);
  await postbox.tell(notice);
  expect(await postbox.settled(`voucher-gift:${voucherId}`)).toEqual(['done', 'done']);
  const [sms, ...otherSms] = await postbox.smsOf(msisdn);
  const [mail, ...otherMails] = await postbox.mailsOf(email);
  expect([otherSms, otherMails]).toEqual([[], []]);
  expect(sms?.from).toBe('ZAWADI');
  expect(sms?.text).toMatch(/^Amina Wanjiku sent you .* 7K3M-9QXT-2RFD-8WZA\. Open it: http\S+$/u);
  expect(mail?.subject).toBe('Amina Wanjiku sent you a gift of KES 950');
  expect(mail?.text).toContain('https://zawadi.example/v/');
  expect(postbox.askedFor).toEqual(expect.arrayContaining([msisdn, email]));
});

test('one cause may have two messages, and two causes the same one', async () => {
  const { msisdn, email } = newPerson();
  const cause = newId();
  const paid = { recipientName: 'Brian', amount: 1_000, fee: 50, value: 950 };
  await postbox.tell(
    { template: 'purchase-completed', data: paid, sms: msisdn, dedupeKey: cause },
    { template: 'second-payment', data: { amount: 1_000 }, sms: msisdn, email, dedupeKey: cause },
    { template: 'second-payment', data: { amount: 1_000 }, sms: msisdn, dedupeKey: newId() },
  );
  await until(async () => expect(await postbox.smsOf(msisdn)).toHaveLength(3));
  await until(async () => expect(await postbox.mailsOf(email)).toHaveLength(1));
});

test('nobody hears of what was rolled back', async () => {
  const { msisdn } = newPerson();
  const doomed = postbox.db.transaction().execute(async (tx) => {
    await notify(tx, postbox, { template: 'phone-otp', data: { code: '000001' }, sms: msisdn });
    throw new Error('rolled back');
  });
  await expect(doomed).rejects.toThrow('rolled back');
  await postbox.tell({ template: 'phone-otp', data: { code: '000002' }, sms: msisdn });
  await until(async () => expect(await postbox.smsOf(msisdn)).toHaveLength(1));
  expect((await postbox.smsOf(msisdn))[0]?.text).toContain('000002');
});

test('a message in Swahili is in Swahili', async () => {
  const { msisdn } = newPerson();
  await postbox.tell({ template: 'phone-otp', data: { code: '402913' }, sms: msisdn, language: 'sw' });
  await until(async () => {
    expect((await postbox.smsOf(msisdn))[0]?.text).toMatch(/^402913 ni msimbo wako/u);
  });
});

test('without a number and without an address nothing is written', async () => {
  const dedupeKey = newId();
  const data = { amount: 10 };
  await postbox.tell({ template: 'second-payment', data, sms: undefined, email: undefined, dedupeKey });
  expect(await postbox.rowsOf(`second-payment:${dedupeKey}`)).toEqual([]);
});

test('a message about a voucher that is no longer to be told about is dropped', async () => {
  const { msisdn } = newPerson();
  const voucherId = newId();
  await postbox.tell({ template: 'voucher-gift', data: { voucherId }, sms: msisdn, dedupeKey: voucherId });
  expect(await postbox.settled(`voucher-gift:${voucherId}`)).toEqual(['done']);
  expect(await postbox.smsOf(msisdn)).toEqual([]);
});
