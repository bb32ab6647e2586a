import { adminUserUssd, listUssdSessions, maskMsisdn, ussdReport, voucherAliasFrom } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { beginUssd, dialUssd } from '../../../testing/ussd-calls.ts';
import { changeUssdLimits } from '../../../testing/ussd-limits.ts';
import { deleteOldSessions } from './index.ts';

let system: TestSystem;
let reader: Administrator;
let administrator: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  await switchFeatures(system, true, 'ussd', 'aliases');
  reader = await newAdministrator(system, 'read-only');
  administrator = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

const someone = () => newPerson('Amina', 'Otieno');

async function sessionsOf(phoneNumber: string) {
  return (await system.call(listUssdSessions, { body: { phoneNumber } }, reader)).answer;
}

async function readsOf(subjectId: string) {
  const { rows } = await system.owner.query<{ kind: string; action: string }>(
    `select subject_kind as kind, action from audit_log where subject_id = $1 and actor_name = $2 order by seq`,
    [subjectId, reader.name],
  );
  return rows;
}

/** Ages the sessions of a number, as if they had begun this many days earlier. */
async function age(phoneNumber: string, days: number): Promise<void> {
  await system.owner.query(
    `update ussd_sessions set created_at = created_at - $2 * interval '1 day',
       answered_at = answered_at - $2 * interval '1 day' where msisdn = $1`,
    [phoneNumber, days],
  );
}

test('administrators read steps, end, outcome, time and cost of the sessions of a number without an account', async () => {
  const recipient = someone();
  await makeGift(system, { amount: 1_000, recipient });
  const left = await beginUssd(system, recipient.phoneNumber);
  await left.send('1');
  await left.send('1*1');
  await left.send('1*1*1');
  await left.end({ status: 'Incomplete', durationInMillis: '42400' });
  const open = dialUssd(system, recipient);
  await open.send('', { networkCode: '63903' });
  const { phoneNumber, userId, language, sessions, isMore } = await sessionsOf(recipient.phoneNumber);
  expect({ phoneNumber, userId, language, isMore }).toEqual({
    phoneNumber: maskMsisdn(recipient.phoneNumber),
    userId: undefined,
    language: 'en',
    isMore: false,
  });
  expect(sessions).toMatchObject([
    { networkCode: '63903', steps: ['resume'], end: 'open' },
    {
      networkCode: '63902',
      steps: ['language', 'home', 'gifts', 'gift'],
      end: 'left',
      outcome: 'looked-up',
      durationSeconds: 42,
      costCents: 10,
    },
  ]);
  await system.owner.query(
    `update ussd_sessions set created_at = created_at - interval '4 minutes' where session_id = $1`,
    [open.sessionId],
  );
  expect((await sessionsOf(recipient.phoneNumber)).sessions.map(({ end }) => end)).toContain('timed-out');
  const read = { kind: 'phone', action: 'ussd.sessions-read' };
  expect(await readsOf(maskMsisdn(recipient.phoneNumber))).toEqual([read, read]);
});

test('the sessions of an account’s number are on its page, and each reading is on record', async () => {
  const { user, phoneNumber } = await newConsumer(system);
  const params = { userId: user.id };
  const page = async () => (await system.call(adminUserUssd, { params }, reader)).answer;
  expect(await page()).toMatchObject({ sessions: [], isMore: false });
  await beginUssd(system, phoneNumber);
  expect((await page()).sessions).toMatchObject([{ steps: ['language'], end: 'open' }]);
  expect(await readsOf(user.id)).toEqual([{ kind: 'user', action: 'user.read' }]);
  expect((await sessionsOf(phoneNumber)).userId).toBe(user.id);
  expect((await readsOf(user.id)).at(-1)).toEqual({ kind: 'user', action: 'ussd.sessions-read' });
});

test('the report counts sessions by outcome, day, network and step, also after they are deleted', async () => {
  await system.owner.query('delete from ussd_sessions');
  const recipient = someone();
  const gift = await makeGift(system, { amount: 1_000, recipient });
  const claiming = await beginUssd(system, recipient.phoneNumber);
  await claiming.send('1*1*1*1*Amina*Otieno*1');
  await claiming.end({ durationInMillis: '61000', cost: 'KES 1.50' });
  const looking = await beginUssd(system, recipient.phoneNumber);
  const stranger = someone();
  const unknown = await beginUssd(system, stranger.phoneNumber);
  expect((await unknown.send(`1*4*${gift.alias}`)).text).toMatch(/^END /u);
  await unknown.end({ durationInMillis: '20000', cost: 'KES 0.50' });
  await looking.end({ status: 'Incomplete', durationInMillis: '9000', cost: 'free' });
  const other = await makeGift(system, { amount: 500, recipient: someone() });
  const seen = await beginUssd(system, someone().phoneNumber);
  expect((await seen.send(`1*4*${other.alias}`)).text).toMatch(/^CON KES /u);
  await seen.end({ status: 'Incomplete', durationInMillis: '31000', cost: 'KES 1.00' });
  const running = await beginUssd(system, someone().phoneNumber);
  expect((await running.send('1')).status).toBe(200);

  const now = Date.now();
  const query = { from: nairobiDay(new Date(now - 9 * 86_400_000)), to: nairobiDay(new Date(now)) };
  const report = async () => (await system.call(ussdReport, { query }, reader)).answer;
  const total = {
    sessions: 4,
    claimed: 1,
    withdrawn: 0,
    bought: 0,
    thanked: 0,
    lookedUp: 1,
    refused: 1,
    abandoned: 1,
    medianSeconds: 20,
    costed: 3,
    costCents: 300,
  };
  const before = await report();
  expect(before).toEqual({
    total,
    days: [{ day: query.to, ...total }],
    networks: [{ networkCode: '63902', ...total }],
    leftAt: [
      { step: 'home', sessions: 1 },
      { step: 'numbered-gift', sessions: 1 },
    ],
  });
  for (const { phoneNumber } of [recipient, stranger]) await age(phoneNumber, 8);
  const aged = await report();
  await deleteOldSessions(system.deps.db);
  const { rows } = await system.owner.query('select from ussd_sessions where msisdn = any($1)', [
    [recipient.phoneNumber, stranger.phoneNumber],
  ]);
  expect(rows).toEqual([]);
  expect(await report()).toEqual(aged);
  expect(aged.total).toEqual(total);
  expect(aged.days.map(({ sessions, costCents }) => [sessions, costCents])).toEqual([
    [3, 200],
    [1, 100],
  ]);
  const { rows: totals } = await system.owner.query<{ row: string }>(
    'select t::text as row from ussd_totals t',
  );
  expect(totals.map(({ row }) => row).join()).not.toContain(recipient.phoneNumber.slice(3));
});

test('an administrator changes the limits of a number', async () => {
  await changeUssdLimits(
    system,
    { sessionsPerTenMinutes: 3, wrongNumbersPerHour: 1, resumeMinutes: 0 },
    administrator,
  );
  const recipient = someone();
  await makeGift(system, { amount: 1_000, recipient });
  await (await beginUssd(system, recipient.phoneNumber)).send('1*1*1');
  expect((await dialUssd(system, recipient).send('')).text).toMatch(/^CON 1\. My gifts\n2\. My wallet/u);
  await changeUssdLimits(system, { resumeMinutes: 5 }, administrator);
  await dialUssd(system, recipient).send('1*1');
  expect((await dialUssd(system, recipient).send('')).text).toMatch(/^END Too many/u);
  const guesser = someone();
  const session = await beginUssd(system, guesser.phoneNumber);
  const wrong = (digits: string) => voucherAliasFrom(digits.padStart(12, '0'));
  expect((await session.send(`1*4*${wrong('1')}`)).text).toMatch(/^END We cannot show a gift/u);
  expect((await dialUssd(system, guesser).send(`4*${wrong('2')}`)).text).toMatch(/^END Too many/u);
});
