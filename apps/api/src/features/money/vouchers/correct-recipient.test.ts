import { correctRecipient, sentGifts } from '@zawadi/contract';
import { newPerson, type Person, type SignedIn } from '@zawadi/story/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift, type Gift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { updateGiftMessages } from './gift-messages.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

const LOST =
  /gave the gift of KES 950 to another number\. .* A gift is not a payment until it is in your wallet\./u;

function correct(buyer: SignedIn, { voucherId }: Gift, to: Person, name = 'Kim Rotich') {
  const body = { voucherId, fullName: name, recipientMsisdn: to.phoneNumber, recipientEmail: to.email };
  return system.call(correctRecipient, { body }, buyer);
}

async function sentOf(buyer: SignedIn) {
  return (await system.call(sentGifts, { query: {} }, buyer)).answer.gifts[0];
}

/** Creates a gift whose SMS was sent so many hours ago. */
async function sentHoursAgo(buyer: SignedIn, recipient: Person, hours: number): Promise<Gift> {
  const gift = await makeGift(system, { amount: 1_000, buyerId: buyer.user.id, recipient });
  await until(() => expectSmsMomentOfReport(gift));
  await passHours(gift, hours);
  return gift;
}

/** Expects that the gateway has reported the delivery, and that the gift has the moment of this report. */
async function expectSmsMomentOfReport({ voucherId }: Gift): Promise<void> {
  const { rows } = await system.owner.query(
    `select from vouchers v
     join outbox o on o.topic = 'sms' and o.dedupe_key = 'voucher-gift:' || v.id
     join delivery_reports r on r.provider_id = o.provider_id
     where v.id = $1 and v.sms_sent_at between r.reported_at - interval '1 ms' and r.reported_at + interval '1 ms'`,
    [voucherId],
  );
  expect(rows).toHaveLength(1);
}

/** Moves the delivery of the gift's SMS so many hours into the past. */
async function passHours({ voucherId }: Gift, hours: number): Promise<void> {
  await system.owner.query(
    `with moved as (
       update delivery_reports set reported_at = reported_at - make_interval(hours => $2)
       where provider_id = (select provider_id from outbox where topic = 'sms' and dedupe_key = 'voucher-gift:' || $1)
     )
     update vouchers set sms_sent_at = sms_sent_at - make_interval(hours => $2) where id = $1::uuid`,
    [voucherId, hours],
  );
}

async function smsSentAt({ voucherId }: Gift): Promise<Date | null> {
  const { rows } = await system.owner.query<{ at: Date | null }>(
    'select sms_sent_at as at from vouchers where id = $1',
    [voucherId],
  );
  return rows[0]?.at ?? null;
}

/** Only the product's own role can see that its statements wait. */
async function countLockedUpdates(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%set sms_sent_at%'
      and pid <> pg_backend_pid()`.execute(system.deps.db);
  return rows.length;
}

/** Corrects the recipient by the database's own function. Returns whether it did. */
async function correctInDatabase(
  db: Pick<typeof system.owner, 'query'>,
  { voucherId }: Gift,
): Promise<boolean> {
  const { rows } = await db.query<{ isCorrected: boolean }>(
    `select correct_recipient(v.id, v.buyer_id, 'Kim', '254711000999', 'kim@example.test', v.code_sealed, '0000',
       v.alias_sealed, v.claim_token_sealed, gen_random_uuid()) as "isCorrected"
     from vouchers v where id = $1`,
    [voucherId],
  );
  return rows[0]?.isCorrected === true;
}

async function countLossNotices({ phoneNumber }: Person): Promise<number> {
  const { messages } = await system.sandbox.phone(phoneNumber);
  return messages.filter(({ text }) => LOST.test(text)).length;
}

test('the buyer can correct a gift’s recipient for 24 hours after its SMS, and not later', async () => {
  const [buyer, right] = [await newConsumer(system), newPerson('Kim', 'Rotich')];
  const gift = await sentHoursAgo(buyer, newPerson('Kip', 'Rotich'), 23);
  const { canBeCorrected, correctableUntil = '' } = (await sentOf(buyer)) ?? {};
  expect(canBeCorrected).toBe(true);
  const leftMs = Date.parse(correctableUntil) - Date.now();
  expect(leftMs).toBeGreaterThan(59 * 60_000);
  expect(leftMs).toBeLessThanOrEqual(60 * 60_000);

  await passHours(gift, 1);
  const late = await sentOf(buyer);
  expect(late).toMatchObject({ canBeCorrected: false });
  expect(late?.correctableUntil).toBeUndefined();
  expect(await correct(buyer, gift, right)).toMatchObject({ status: 409, outcome: 'correction_too_late' });
});

test('the recipient of a gift whose SMS was never sent can be corrected at any time', async () => {
  const [buyer, right] = [await newConsumer(system), newPerson('Kim', 'Rotich')];
  await system.sandbox.behave({ failHttp: { path: '/version1/messaging', status: 500, times: 1 } });
  const gift = await makeGift(system, { amount: 1_000, buyerId: buyer.user.id });
  await until(async () => {
    const { rows } = await system.owner.query(
      `select 1 from outbox where topic = 'sms' and dedupe_key = $1 and attempts > 0`,
      [`voucher-gift:${gift.voucherId}`],
    );
    expect(rows).toHaveLength(1);
  });
  expect(await smsSentAt(gift)).toBeNull();
  await system.owner.query(
    `update vouchers set announced_at = announced_at - interval '9 days' where id = $1`,
    [gift.voucherId],
  );
  expect((await correct(buyer, gift, right)).outcome).toBe('ok');
});

test('a correction notifies the former recipient by SMS at once, and can itself be corrected for 24 hours', async () => {
  const [buyer, wrong, right] = [
    await newConsumer(system),
    newPerson('Kip', 'Rotich'),
    newPerson('Kim', 'Rotich'),
  ];
  const gift = await sentHoursAgo(buyer, wrong, 20);
  expect((await correct(buyer, gift, right)).outcome).toBe('ok');
  await until(async () => expect(await countLossNotices(wrong)).toBe(1));
  await until(async () => expect(await smsSentAt(gift)).not.toBeNull());
  const { correctableUntil = '' } = (await sentOf(buyer)) ?? {};
  expect(Date.parse(correctableUntil) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  expect(await countLossNotices(right)).toBe(0);
});

test('a late report about the former recipient’s SMS does not set the moment of the corrected gift', async () => {
  const buyer = await newConsumer(system);
  const gift = await sentHoursAgo(buyer, newPerson('Kip', 'Rotich'), 20);
  const correction = await system.owner.connect();
  try {
    await correction.query('begin');
    expect(await correctInDatabase(correction, gift)).toBe(true);
    await system.owner.query(`update delivery_reports set reported_at = reported_at - interval '1 hour'`);
    const update = updateGiftMessages(system.deps, gift.voucherId);
    // The worker may update the same gift, too, now or after the correction.
    await until(async () => expect(await countLockedUpdates()).toBeGreaterThan(0));
    await correction.query('commit');
    await update;
  } finally {
    correction.release();
  }
  await updateGiftMessages(system.deps, gift.voucherId);
  expect(await smsSentAt(gift)).toBeNull();
});

test('correcting the spelling of a recipient neither moves the gift nor notifies them of a loss', async () => {
  const [buyer, recipient] = [await newConsumer(system), newPerson('Kip', 'Rotich')];
  const gift = await sentHoursAgo(buyer, recipient, 1);
  expect((await correct(buyer, gift, recipient, 'Kipchoge Rotich')).outcome).toBe('ok');
  await until(async () => expect(await smsSentAt(gift)).not.toBeNull());
  expect(await countLossNotices(recipient)).toBe(0);
});

test('the database refuses a correction later than 24 hours after the SMS', async () => {
  const buyer = await newConsumer(system);
  const gift = await sentHoursAgo(buyer, newPerson('Kip', 'Rotich'), 25);
  expect(await correctInDatabase(system.owner, gift)).toBe(false);
});
