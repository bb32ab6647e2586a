import {
  claimVoucher,
  claimVoucherByCode,
  viewVoucherByCode,
  type CallAnswer,
  type Endpoint,
} from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { leftOn, makeGift } from '../../../testing/gifts.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await switchRedeemByCode(true);
});
afterAll(() => system.close());

const switchRedeemByCode = (isOn: boolean) => switchFeatures(system, isOn, 'redeemByCode');

// A well-formed code that belongs to no voucher.
const UNKNOWN = '0000-0000-0000-0000';

let addresses = 0;
function elsewhere(): string {
  addresses += 1;
  return `10.9.0.${addresses}`;
}

/** Sends a request from the given IP address, by which guesses are counted, too. */
async function call<E extends Endpoint>(endpoint: E, person: SignedIn, code: string, address: string) {
  const reply = await system.http.inject({
    method: endpoint.method,
    url: endpoint.path,
    remoteAddress: address,
    headers: { authorization: `Bearer ${person.bearer}` },
    payload: { code },
  });
  const json = reply.json<{ code?: string; body: CallAnswer<E> }>();
  return {
    status: reply.statusCode,
    outcome: json.code ?? 'ok',
    answer: json.body,
    retryAfterSeconds: Number(reply.headers['retry-after']),
  };
}

function look(person: SignedIn, code: string, address = elsewhere()) {
  return call(viewVoucherByCode, person, code, address);
}

function add(person: SignedIn, code: string, address = elsewhere()) {
  return call(claimVoucherByCode, person, code, address);
}

test('a recipient who types a code sees the gift first, then adds it to the wallet, once', async () => {
  const recipient = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, recipient });
  const typed = gift.code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
  const seen = await look(recipient, typed);
  expect(seen.answer).toMatchObject({ voucherId: gift.voucherId, balance: 950, message: 'Hongera' });
  expect(JSON.stringify(seen.answer)).not.toContain(gift.code);
  expect(await readWallet(system, recipient)).toBe(0);

  const added = await add(recipient, typed);
  expect(added.answer).toEqual({ voucherId: gift.voucherId, amount: 950, walletBalance: 950 });
  expect((await add(recipient, gift.code)).answer).toEqual(added.answer);
  expect(await readWallet(system, recipient)).toBe(950);
  expect((await look(recipient, gift.code)).outcome).toBe('voucher_claimed');
});

test('concurrent claims by code and by link move a gift once', async () => {
  const recipient = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, recipient });
  const byLink = () =>
    system.call(claimVoucher, { body: { claimToken: gift.claimToken } }, { bearer: recipient.bearer });
  await Promise.all(Array.from({ length: 4 }, () => [add(recipient, gift.code), byLink()]).flat());
  expect(await readWallet(system, recipient)).toBe(950);
});

test('a typed code adds the rest of a partly redeemed gift to the wallet', async () => {
  const recipient = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, recipient });
  await redeem(system, await newTill(system), gift.code, { amount: 300 });
  expect((await look(recipient, gift.code)).answer).toMatchObject({ value: 950, balance: 650 });
  expect((await add(recipient, gift.code)).answer).toMatchObject({ amount: 650 });
});

test('a user cannot add another user’s gift by its code', async () => {
  const stranger = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000 });
  expect((await look(stranger, gift.code)).status).toBe(200);
  expect((await add(stranger, gift.code)).outcome).toBe('claim_not_yours');
  const unproved = await newConsumer(system, { phone: false, email: false });
  const theirs = await makeGift(system, { amount: 1_000, recipient: unproved });
  expect((await add(unproved, theirs.code)).outcome).toBe('claim_not_verified');
  expect(await leftOn(system, gift)).toBe(950);
});

test('S416 a shop’s own voucher can be spent only at that shop', async () => {
  const recipient = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, recipient });
  const { merchantId } = await newTill(system);
  await system.owner.query('update vouchers set issuer_merchant_id = $1 where id = $2', [
    merchantId,
    gift.voucherId,
  ]);
  expect((await look(recipient, gift.code)).outcome).toBe('voucher_not_claimable');
  expect((await add(recipient, gift.code)).outcome).toBe('voucher_not_claimable');
  const byLink = await system.call(
    claimVoucher,
    { body: { claimToken: gift.claimToken } },
    { bearer: recipient.bearer },
  );
  expect(byLink.outcome).toBe('voucher_not_claimable');
});

test('a typed code of an undelivered gift counts as unknown', async () => {
  const recipient = await newConsumer(system);
  const deliverAt = new Date(Math.ceil(Date.now() / 3_600_000 + 24) * 3_600_000).toISOString();
  const gift = await makeGift(system, { amount: 1_000, recipient, deliverAt });
  const [early, never] = [await look(recipient, gift.code), await look(recipient, UNKNOWN)];
  expect(early).toMatchObject({ status: 404, outcome: 'voucher_not_found' });
  expect(never).toMatchObject({ status: 404, outcome: 'voucher_not_found' });
});

test('a mistyped code, detected by its check symbol, does not count as a guess', async () => {
  const person = await newConsumer(system);
  for (let tries = 0; tries < 12; tries += 1) {
    expect((await look(person, '0000-0000-0000-0001')).outcome).toBe('validation_failed');
  }
  expect((await look(person, UNKNOWN)).outcome).toBe('voucher_not_found');
});

test('A36 delays an account’s unknown codes longer and longer, then blocks for an hour; known codes do not count', async () => {
  const guesser = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, recipient: guesser });
  for (let tries = 0; tries < 8; tries += 1) expect((await look(guesser, gift.code)).status).toBe(200);
  const guesses = await Promise.all(Array.from({ length: 12 }, () => look(guesser, UNKNOWN)));
  const answered = guesses.filter(({ outcome }) => outcome === 'voucher_not_found');
  expect(answered).toHaveLength(5);
  const waiting = await look(guesser, gift.code);
  expect(waiting).toMatchObject({ status: 429, outcome: 'too_many_requests' });

  await system.owner.query(`
    update limited_attempts set made_at = array_cat(made_at, made_at[1:5]) where cardinality(made_at) = 5`);
  const blocked = await add(guesser, gift.code);
  expect(blocked.retryAfterSeconds).toBeGreaterThan(3_500);
  const neighbour = await newConsumer(system);
  expect((await look(neighbour, UNKNOWN)).outcome).toBe('voucher_not_found');
});

test('A36 throttles guessed codes of many accounts behind one IP address together', async () => {
  const here = elsewhere();
  const people = await Promise.all(Array.from({ length: 7 }, () => newConsumer(system)));
  const replies = await Promise.all(
    people.flatMap((person) => [1, 2, 3, 4].map(() => look(person, UNKNOWN, here))),
  );
  expect(replies.filter(({ outcome }) => outcome === 'voucher_not_found')).toHaveLength(20);
});

test('while typed codes are switched off, they show no gift, add none and are not counted', async () => {
  const recipient = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, recipient });
  await switchRedeemByCode(false);
  await expect.poll(async () => (await look(recipient, gift.code)).outcome).toBe('feature_off');
  expect(await add(recipient, gift.code)).toMatchObject({ status: 409, outcome: 'feature_off' });
  expect(await leftOn(system, gift)).toBe(950);
  await switchRedeemByCode(true);
  await expect.poll(async () => (await look(recipient, gift.code)).outcome).toBe('ok');
});
