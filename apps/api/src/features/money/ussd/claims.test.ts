import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { block } from '../../../testing/block-list-calls.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { leftOn, makeGift, makeGifts } from '../../../testing/gifts.ts';
import { hold } from '../../../testing/holds.ts';
import { holding, lockedWhileWaiting, untilWaiting } from '../../../testing/lock-waits.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { endStop, stop } from '../../../testing/stop-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill } from '../../../testing/tills.ts';
import { beginUssd, dialUssd } from '../../../testing/ussd-calls.ts';

let system: TestSystem;
let pair: readonly [Administrator, Administrator];
beforeAll(async () => {
  system = await createTestSystem({ WALLET_LIMIT: '1500' });
  await switchFeatures(system, true, 'ussd', 'aliases');
  pair = [await newAdministrator(system, 'administrator'), await newAdministrator(system, 'administrator')];
});
afterAll(() => system.close());

const dial = (phoneNumber: string) => dialUssd(system, { phoneNumber });
const begin = (phoneNumber: string) => beginUssd(system, phoneNumber);
const someone = () => newPerson('Amina', 'Otieno');

const NOT_NOW = 'END This gift cannot be used just now. It is safe. Please dial again later.';

test('a frozen gift cannot be added just now', async () => {
  const recipient = someone();
  const { voucherId } = await makeGift(system, { amount: 1_000, recipient });
  const session = await begin(recipient.phoneNumber);
  expect((await session.send('1*1*1')).text).toContain('1. Add to my wallet');
  const freeze = (at: string, by: boolean) =>
    system.owner.query(`update vouchers set frozen_at = ${at}, frozen_by_support = $2 where id = $1`, [
      voucherId,
      by,
    ]);
  await freeze('now()', true);
  expect((await session.send('1*1*1*1*Amina*Otieno*1')).text).toBe(NOT_NOW);
  expect((await dial(recipient.phoneNumber).send('1*1')).text).toBe(NOT_NOW);
  await freeze('null', false);
  expect((await dial(recipient.phoneNumber).send('1*1')).text).toContain('1. Add to my wallet');
});

test('a gift whose value a shop holds cannot be added just now', async () => {
  const recipient = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, recipient });
  const session = await begin(recipient.phoneNumber);
  await session.send('1*1*1');
  expect((await hold(system, await newTill(system), gift.code)).outcome).toBe('ok');
  expect((await session.send('1*1*1*1')).text).toBe(NOT_NOW);
  expect((await dial(recipient.phoneNumber).send('1*1')).text).toBe(NOT_NOW);
});

test('a caller who returns to a gift that another session has added reads that it is in the wallet', async () => {
  const recipient = await newConsumer(system);
  await makeGift(system, { amount: 1_000, recipient });
  const first = await begin(recipient.phoneNumber);
  await first.send('1*1*1');
  const second = await begin(recipient.phoneNumber);
  expect((await first.send('1*1*1*1')).text).toMatch(/^END The gift from /u);
  expect((await second.send('1')).text).toBe('END This gift is in your wallet already.');
});

test('while claiming is stopped, a caller without an account is not asked for names', async () => {
  const recipient = someone();
  const gift = await makeGift(system, { amount: 1_000, recipient });
  const session = await begin(recipient.phoneNumber);
  await session.send('1');
  const stopId = await stop(system, pair[0], 'claiming');
  const STOPPED = /^END Gifts cannot be added just now\. Your gift is safe\./u;
  expect((await session.send('1*1*1*1')).text).toMatch(STOPPED);
  await endStop(system, pair, stopId);
  expect((await dial(recipient.phoneNumber).send('1*1*1')).text).toMatch(/^CON We open a wallet/u);
  expect(await leftOn(system, gift)).toBe(950);
});

test('a full wallet takes no gift; refused confirmations count, five an hour', async () => {
  const recipient = await newConsumer(system);
  await makeGifts(system, 2, { amount: 1_000, recipient });
  expect((await (await begin(recipient.phoneNumber)).send('1*1*1*1')).text).toMatch(/^END The gift from /u);
  for (let n = 2; n <= 5; n += 1) {
    expect((await dial(recipient.phoneNumber).send('1*1*1')).text).toMatch(/^END Your wallet is full\./u);
  }
  expect((await dial(recipient.phoneNumber).send('1*1*1')).text).toMatch(/^END Too many tries\./u);
});

test('locks the caller’s account before the gift, as a claim on the web does', async () => {
  const recipient = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, recipient });
  const session = await begin(recipient.phoneNumber);
  const text = `1*4*${gift.alias}*1`;
  const lockUser = 'select from users where id = $1 for update';
  const release = await holding(system.owner, lockUser, [recipient.user.id]);
  const waiting = session.send(text);
  try {
    await untilWaiting(system.deps.db, 1);
    // Other work, such as noting that the SMS was sent, may lock the gift's row at any time: look at this request's locks.
    const locks = await lockedWhileWaiting(system.deps.db);
    expect(locks).toContain('ussd_sessions RowExclusiveLock');
    expect(locks.filter((lock) => lock.startsWith('vouchers Row'))).toEqual([]);
  } finally {
    await release();
  }
  await waiting;
  // The repetition gets the stored answer.
  expect((await session.send(text)).text).toMatch(/^END The gift from /u);
  expect(await leftOn(system, gift)).toBe(0);
});

test('a blocked number is refused', async () => {
  const { phoneNumber } = someone();
  await block(system, pair, { kind: 'number', value: phoneNumber });
  expect((await dial(phoneNumber).send('')).text).toMatch(/^END This is not possible with this number\./u);
});

test('a first and last name that are refused together are not called a misspelling', async () => {
  const recipient = someone();
  await makeGift(system, { amount: 1_000, recipient });
  const session = await begin(recipient.phoneNumber);
  const typed = '1*1*1*1*Zawadi*Support';
  expect((await session.send(typed)).text).toMatch(
    /^CON We cannot accept this name\.\nType your last name:/u,
  );
  expect((await session.send(`${typed}*0722`)).text).toMatch(/^CON Use letters only\.\n/u);
  expect((await session.send(`${typed}*0722*Otieno`)).text).toContain('1. I agree');
});
