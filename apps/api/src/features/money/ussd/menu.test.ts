import { randomInt } from 'node:crypto';
import { voucherAliasFrom } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { makeGift, makeGifts } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { beginUssd, dialUssd } from '../../../testing/ussd-calls.ts';
import { limitToDeadline, OutOfTime } from './deadline.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem({ USSD_PREFIX: '5' });
  await switchFeatures(system, true, 'ussd', 'aliases');
});
afterAll(() => system.close());

const dial = (phoneNumber: string) => dialUssd(system, { phoneNumber });
const someone = () => newPerson('Amina', 'Otieno');

/** Begins a session and chooses English. The following inputs come after `1`. */
async function beginInEnglish(phoneNumber: string) {
  const session = await beginUssd(system, phoneNumber);
  await session.send('1');
  return session;
}

const LANGUAGES = 'CON Zawadi\n1. English\n2. Kiswahili';

test('lists three gifts on a screen, and more only if there are more', async () => {
  const recipient = someone();
  await makeGifts(system, 3, { amount: 1_000, recipient });
  const session = await beginInEnglish(recipient.phoneNumber);
  const three = (await session.send('1*1')).text;
  expect(three).toMatch(/^CON 1\. [^\n]+\n2\. [^\n]+\n3\. [^\n]+\n0\. Back$/u);
  expect((await session.send('1*1*98')).text).toBe(three);

  await makeGift(system, { amount: 1_000, recipient });
  const later = dial(recipient.phoneNumber);
  expect((await later.send('1')).text).toMatch(/\n3\. [^\n]+\n98\. More\n0\. Back$/u);
  expect((await later.send('1*98')).text).toMatch(/^CON 1\. [^\n]+\n0\. Back$/u);
  expect((await later.send('1*98*1')).text).toMatch(/^CON Gift for /u);
});

test('inputs that a new caller has dialled do not choose the language', async () => {
  const session = dial(someone().phoneNumber);
  expect((await session.send('1')).text).toBe(LANGUAGES);
  expect((await session.send('1*2')).text).toMatch(/^CON 1\. Zawadi zangu/u);
});

test('removes the extension of a shared code, which the gateway sends as the first input', async () => {
  const { phoneNumber } = someone();
  await beginInEnglish(phoneNumber);
  const session = dial(phoneNumber);
  expect((await session.send('5')).text).toMatch(/^CON 1\. My gifts/u);
  expect((await session.send('5*1')).text).toMatch(/^CON No gift waits/u);
});

test('a number tries at most five wrong numbers of gifts an hour', async () => {
  const { phoneNumber } = someone();
  await beginInEnglish(phoneNumber);
  const tryOne = async () => {
    const unknown = voucherAliasFrom(String(randomInt(10 ** 12)).padStart(12, '0'));
    return (await dial(phoneNumber).send(`4*${unknown}`)).text;
  };
  for (let n = 1; n <= 5; n += 1) expect(await tryOne()).toMatch(/^END We cannot show a gift/u);
  expect(await tryOne()).toMatch(/^END Too many tries\./u);
});

test('a number begins at most 20 sessions in ten minutes', async () => {
  const { phoneNumber } = someone();
  for (let n = 0; n < 20; n += 1) expect((await dial(phoneNumber).send('')).text).toMatch(/^CON /u);
  expect((await dial(phoneNumber).send('')).text).toBe('END Too many tries. Please dial again later.');
});

test('no statement of a request outlives its deadline, and nothing starts after it', async () => {
  const deadlineMs = performance.now() + 300;
  const work = (tx: Parameters<typeof limitToDeadline>[0]) => limitToDeadline(tx, deadlineMs);
  const slow = inTransaction(system.deps.db, async (tx) => {
    await work(tx);
    await sql`select pg_sleep(60)`.execute(tx);
  });
  await expect(slow).rejects.toMatchObject({ code: '57014' });
  expect(performance.now() - deadlineMs).toBeLessThan(10_000);
  await expect(inTransaction(system.deps.db, work)).rejects.toThrow(OutOfTime);
});
