import nodeCrypto, { randomUUID } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import {
  correctRecipient,
  formatVoucherAlias,
  formatVoucherCode,
  lookUpVoucher,
  parseVoucherAlias,
  readVoucher,
  voucherAliasFrom,
} from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { leftOn, makeGift, makeGifts } from '../../../testing/gifts.ts';
import { hold } from '../../../testing/holds.ts';
import { newShop, redeemAtTillPage } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { createVoucherResolver, printGift } from '../vouchers/index.ts';
import { MOST_WRONG_ALIASES, requireKnownAlias } from '../vouchers/require-known-alias.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await switchAliases(true);
});
beforeEach(() => system.owner.query('delete from limited_attempts'));
afterAll(() => system.close());

const switchAliases = (isOn: boolean) => switchFeatures(system, isOn, 'aliases');

const unknownAlias = () => voucherAliasFrom(String(nodeCrypto.randomInt(10 ** 12)).padStart(12, '0'));

/** Ages all counted attempts. */
function passSeconds(seconds: number) {
  return system.owner.query(
    'update limited_attempts set made_at = array(select made - make_interval(secs => $1) from unnest(made_at) as made)',
    [seconds],
  );
}

async function guess(by: Parameters<typeof redeem>[1], times: number): Promise<string[]> {
  const outcomes: string[] = [];
  for (let n = 0; n < times; n += 1) outcomes.push((await redeem(system, by, unknownAlias())).outcome);
  return outcomes;
}

test('till and merchant API take the alias of a voucher as they take its code', async () => {
  const { cashier } = await newShop(system);
  const till = await newTill(system);
  const gift = await makeGift(system, { amount: 1_000 });
  const spoken = formatVoucherAlias(gift.alias);
  expect(spoken).toMatch(/^\d{4} \d{4} \d{4} \d$/u);
  const seen = await system.call(lookUpVoucher, { body: { code: spoken } }, cashier);
  expect(seen.answer).toMatchObject({ voucherId: gift.voucherId, codeLastFour: gift.code.slice(-4) });
  const { answer: read } = await system.call(readVoucher, { params: { id: spoken } }, { basic: till.basic });
  expect(read).toMatchObject({ id: gift.voucherId, balance: 950 });
  expect((await redeemAtTillPage(system, cashier, spoken, { amount: 100 })).outcome).toBe('ok');
  expect((await hold(system, till, gift.alias, { amount: 200 })).status).toBe(200);
  const key = randomUUID();
  const taken = await redeem(system, till, spoken, { amount: 300, key });
  expect(taken.status).toBe(200);
  expect((await redeem(system, till, gift.alias, { amount: 300, key })).answer).toEqual(taken.answer);
  expect((await redeem(system, till, gift.code, { amount: 300, key })).answer).toEqual(taken.answer);
  expect(await leftOn(system, gift)).toBe(350);
});

test('the gift’s SMS and paper show the alias while aliases are switched on', async () => {
  const recipient = newPerson('Kip', 'Rotich');
  const gift = await makeGift(system, { amount: 1_000, recipient });
  const inMessage = createVoucherResolver(system.deps);
  const shown = async () => [
    (await inMessage(gift.voucherId, recipient.phoneNumber))?.alias,
    (await printGift(system.deps, gift)).alias,
  ];
  const spoken = formatVoucherAlias(gift.alias);
  expect(await shown()).toEqual([spoken, spoken]);
  await switchAliases(false);
  expect(await shown()).toEqual([undefined, undefined]);
  await switchAliases(true);
});

test('an alias has nothing in common with the code, and dies with it', async () => {
  const till = await newTill(system);
  const buyer = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, buyerId: buyer.user.id });
  const to = newPerson('Kim', 'Rotich');
  const body = {
    voucherId: gift.voucherId,
    fullName: 'Kim Rotich',
    recipientMsisdn: to.phoneNumber,
    recipientEmail: to.email,
  };
  expect((await system.call(correctRecipient, { body }, buyer)).status).toBe(200);
  expect((await redeem(system, till, gift.alias)).outcome).toBe('voucher_not_found');
  const { rows } = await system.owner.query(
    `select count(*)::int as names from unique_names where kind = 'voucher_code' and target_id = $1`,
    [gift.voucherId],
  );
  expect(rows).toEqual([{ names: 2 }]);
});

test('while aliases are switched off, none is found or counted, codes work, and a retry gets its first answer', async () => {
  const till = await newTill(system);
  const gift = await makeGift(system, { amount: 1_000 });
  const first = await redeem(system, till, gift.alias, { amount: 100, key: 'lost answer' });
  expect(first.status).toBe(200);
  await switchAliases(false);
  for (let times = 0; times < 12; times += 1)
    expect((await redeem(system, till, gift.alias)).outcome).toBe('voucher_not_found');
  const again = await redeem(system, till, gift.alias, { amount: 100, key: 'lost answer' });
  expect(again.answer).toEqual(first.answer);
  expect((await redeem(system, till, gift.code, { amount: 100 })).status).toBe(200);
  await switchAliases(true);
  expect((await redeem(system, till, gift.alias)).status).toBe(200);
});

test('after five wrong aliases in an hour, a guesser gets no alias, but codes; others get both', async () => {
  const [till, other] = [await newTill(system), await newTill(system)];
  const gift = await makeGift(system, { amount: 1_000 });
  expect(await guess(till, 7)).toEqual([
    ...Array.from({ length: 5 }, () => 'voucher_not_found'),
    'too_many_requests',
    'too_many_requests',
  ]);
  const refused = await redeem(system, till, gift.alias, { amount: 100 });
  expect(refused.outcome).toBe('too_many_requests');
  expect((await redeem(system, till, formatVoucherCode(gift.code), { amount: 100 })).status).toBe(200);
  expect((await redeem(system, other, gift.alias, { amount: 100 })).status).toBe(200);
  await passSeconds(3_601);
  expect((await redeem(system, till, gift.alias, { amount: 100 })).status).toBe(200);
});

test('no guesser has more than twenty wrong aliases in a day, however many at once', async () => {
  const guesser = randomUUID();
  const burst = async () =>
    (
      await Promise.allSettled(
        Array.from({ length: 12 }, () => requireKnownAlias(system.deps, { guesser, alias: unknownAlias() })),
      )
    ).filter(
      ({ status, ...one }) =>
        status === 'rejected' && String('reason' in one && one.reason.code) === 'voucher_not_found',
    ).length;
  const counted: number[] = [];
  for (let hour = 0; hour < 6; hour += 1) {
    counted.push(await burst());
    await passSeconds(3_601);
  }
  expect(counted).toEqual([5, 5, 5, 5, 0, 0]);
});

test('right aliases never count, also when many are redeemed at once', async () => {
  const till = await newTill(system);
  const gifts = await makeGifts(system, 12, { amount: 100 });
  const redeemed = await Promise.all(gifts.map(({ alias }) => redeem(system, till, alias)));
  // A busy machine answers 503 to some of them.
  expect(redeemed.map(({ outcome }) => outcome)).not.toContain('too_many_requests');
  expect(redeemed.map(({ status }) => status)).toContain(200);
});

test('a mistyped alias counts nothing', async () => {
  const till = await newTill(system);
  const { alias } = await makeGift(system, { amount: 1_000 });
  const mistyped = alias.slice(0, 12) + String((Number(alias.at(-1)) + 1) % 10);
  expect(parseVoucherAlias(mistyped)).toBeUndefined();
  for (let n = 0; n < 8; n += 1) {
    expect((await redeem(system, till, mistyped)).outcome).toBe('voucher_code_mistyped');
  }
  expect((await redeem(system, till, alias)).status).toBe(200);
});

test('when all guessers together try too many wrong aliases, no alias works for an hour, and an alert is raised', async () => {
  const till = await newTill(system);
  const gift = await makeGift(system, { amount: 1_000 });
  const guessOnce = () =>
    expect(
      requireKnownAlias(system.deps, { guesser: randomUUID(), alias: unknownAlias() }),
    ).rejects.toMatchObject({ code: 'voucher_not_found' });
  await guessOnce();
  await guessOnce();
  // Only the count of all guessers has both guesses. The others are written into it, because so many take long.
  await system.owner.query(
    `update limited_attempts set made_at = array_fill(clock_moment(), array[$1::int]) || made_at
     where cardinality(made_at) = 2`,
    [MOST_WRONG_ALIASES - 3],
  );
  expect((await redeem(system, till, gift.alias, { amount: 100 })).status).toBe(200);
  await guessOnce();
  expect((await redeem(system, till, gift.alias, { amount: 100 })).outcome).toBe('too_many_requests');
  expect((await redeem(system, till, gift.code, { amount: 100 })).status).toBe(200);
  const { rows } = await system.owner.query(`select details from alerts where kind = 'aliases_guessed'`);
  expect(rows).toEqual([{ details: { made: MOST_WRONG_ALIASES } }]);
  await passSeconds(3_500);
  expect((await redeem(system, till, gift.alias, { amount: 100 })).outcome).toBe('too_many_requests');
  await passSeconds(101);
  expect((await redeem(system, till, gift.alias, { amount: 100 })).status).toBe(200);
});

test('two vouchers never get the same alias, though the numbers drawn are the same', async () => {
  const drawn = nodeCrypto.randomInt(10 ** 12);
  const { randomInt } = nodeCrypto;
  let draws = 0;
  const sameTwice = (...range: Parameters<typeof randomInt>) => {
    // Only aliases are drawn from so large a range.
    if (range[0] !== 10 ** 12) return randomInt(...range);
    draws += 1;
    return draws <= 2 ? drawn : randomInt(...range);
  };
  try {
    Object.assign(nodeCrypto, { randomInt: sameTwice });
    syncBuiltinESMExports();
    const [one, two] = [await makeGift(system, { amount: 100 }), await makeGift(system, { amount: 100 })];
    expect(draws).toBe(3);
    expect(one.alias).toBe(voucherAliasFrom(String(drawn).padStart(12, '0')));
    expect(two.alias).not.toBe(one.alias);
    const till = await newTill(system);
    expect((await redeem(system, till, two.alias)).answer).toMatchObject({ id: two.voucherId });
    expect(await leftOn(system, one)).toBe(95);
  } finally {
    Object.assign(nodeCrypto, { randomInt });
    syncBuiltinESMExports();
  }
});
