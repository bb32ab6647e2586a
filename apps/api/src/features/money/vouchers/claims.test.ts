import { claimVoucher } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { newPerson } from '@zawadi/story/people';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '../../../ledger/index.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Reply } from '../../../testing/call-api.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { leftOn, makeGift, makeGifts, type Gift } from '../../../testing/gifts.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { account, postings } from '../../services/postings/index.ts';
import { createClaimer } from './claim-voucher.ts';
import { expireVouchers } from './index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

function claim(
  person: SignedIn,
  { claimToken }: Pick<Gift, 'claimToken'>,
): Promise<Reply<typeof claimVoucher>> {
  return system.call(claimVoucher, { body: { claimToken } }, { bearer: person.bearer });
}

const stranger = () => newPerson('Kip', 'Rotich');

test.each([
  ['phone', (me: SignedIn) => ({ phoneNumber: me.phoneNumber, email: stranger().email })],
  ['email address', (me: SignedIn) => ({ phoneNumber: stranger().phoneNumber, email: me.email })],
])('a user who has verified the gift’s %s can claim the gift', async (_name, recipientFor) => {
  const recipient = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, recipient: recipientFor(recipient) });
  const claimed = await claim(recipient, gift);
  expect(claimed.answer).toEqual({ voucherId: gift.voucherId, amount: 950, walletBalance: 950 });
  expect(await leftOn(system, gift)).toBe(0);
  expect(await readWallet(system, recipient)).toBe(950);
});

test('a repeated claim gets the same answer and moves no money', async () => {
  const recipient = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, recipient });
  const first = await claim(recipient, gift);
  const again = await Promise.all(Array.from({ length: 10 }, () => claim(recipient, gift)));
  for (const reply of again) expect(reply.answer).toEqual(first.answer);
  expect(await readWallet(system, recipient)).toBe(950);
});

test('a claim whose transfer the ledger refuses leaves the gift unclaimed', async () => {
  const recipient = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, recipient });
  const { voucherId } = gift;
  const [out] = postings.claim({ voucherId, userId: recipient.user.id, amountCents: 95_000n }).transfers;
  if (!out) throw new Error('a claim has transfers');
  const inTheWay = { ...out, debit: account.collection, credit: account.suspense, amount: 1n };
  await inTransaction(system.deps.db, (tx) => post(tx, [{ transfers: [inTheWay] }]));
  expect((await claim(recipient, gift)).status).toBe(500);
  expect(await leftOn(system, gift)).toBe(950);
  const { rows } = await system.owner.query('select closed_as from vouchers where id = $1', [voucherId]);
  expect(rows).toEqual([{ closed_as: null }]);
});

test('a redemption and a claim of the rest have times in the order of their transfers', async () => {
  const recipient = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, recipient });
  await redeem(system, await newTill(system), gift.code, { amount: 100 });
  await claim(recipient, gift);
  const { rows } = await system.owner.query<{ inOrder: boolean }>(
    `select r.redeemed_at >= t.posted_at and c.claimed_at >= o.posted_at as "inOrder"
     from redemptions r
     join claims c using (voucher_id)
     join ledger.transfers t on t.home_id = r.voucher_id and t.kind like 'redemption%'
     join ledger.transfers o on o.home_id = r.voucher_id and o.kind like 'claim%'
     where r.voucher_id = $1 limit 1`,
    [gift.voucherId],
  );
  expect(rows).toEqual([{ inOrder: true }]);
});

test('twenty concurrent claims of one gift move it once', async () => {
  const recipient = await newConsumer(system);
  const gift = await makeGift(system, { amount: 1_000, recipient });
  const replies = await Promise.all(Array.from({ length: 20 }, () => claim(recipient, gift)));
  for (const { answer } of replies) expect(answer).toMatchObject({ amount: 950, walletBalance: 950 });
  expect(await readWallet(system, recipient)).toBe(950);
});

test('concurrent claims share one transaction, each with its own outcome', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => newConsumer(system)));
  const gifts = await Promise.all(people.map((recipient) => makeGift(system, { amount: 1_000, recipient })));
  const [first, second] = gifts;
  if (!first || !second) throw new Error('there are eight gifts');
  await redeem(system, await newTill(system), first.code);
  const frozen = people[1]?.user.id;
  await system.owner.query(`update users set status = 'FROZEN' where id = $1`, [frozen]);
  const claimer = createClaimer(system.deps);
  const outcomes = await Promise.all(
    gifts.map(({ claimToken }, n) =>
      claimer
        .claim({ claimToken, userId: people[n]?.user.id ?? '' })
        .catch((error: unknown) => (error instanceof Refusal ? error.code : error)),
    ),
  );
  expect(outcomes).toEqual([
    'voucher_used',
    'account_frozen',
    ...gifts.slice(2).map(({ voucherId }) => ({ voucherId, amount: 950, walletBalance: 950 })),
  ]);
  const { rows } = await system.owner.query<{ xmin: string }>(
    'select xmin::text as xmin from claims where voucher_id = any($1)',
    [gifts.map(({ voucherId }) => voucherId)],
  );
  expect(rows).toHaveLength(6);
  expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(1);
  expect(await leftOn(system, second)).toBe(950);
  for (const person of people.slice(2)) expect(await readWallet(system, person)).toBe(950);
});

test('S409 if two users have verified a gift’s phone and email, the first to claim gets the gift', async () => {
  const [byPhone, byEmail] = [await newConsumer(system), await newConsumer(system)];
  const recipient = { phoneNumber: byPhone.phoneNumber, email: byEmail.email };
  const gifts = await makeGifts(system, 10, { amount: 100, recipient });
  const pairs = await Promise.all(
    gifts.map((gift) => Promise.all([claim(byPhone, gift), claim(byEmail, gift)])),
  );
  for (const pair of pairs) {
    expect(pair.map(({ outcome }) => outcome).toSorted()).toEqual(['ok', 'voucher_claimed']);
  }
  expect((await readWallet(system, byPhone)) + (await readWallet(system, byEmail))).toBe(950);
});

test('S165 a user cannot claim another person’s gift, or any gift before verifying a contact', async () => {
  const [stranger, unverified] = [
    await newConsumer(system),
    await newConsumer(system, { phone: false, email: false }),
  ];
  const gift = await makeGift(system, { amount: 1_000, recipient: unverified });
  expect(await claim(stranger, gift)).toMatchObject({ status: 409, outcome: 'claim_not_yours' });
  expect(await claim(unverified, gift)).toMatchObject({ status: 409, outcome: 'claim_not_verified' });
  expect(await leftOn(system, gift)).toBe(950);
});

test('S413 a claim needs one verified contact of the gift; an unverified contact is not enough', async () => {
  const recipient = await newConsumer(system, { email: false });
  const byEmail = { phoneNumber: stranger().phoneNumber, email: recipient.email };
  const unproven = await makeGift(system, { amount: 100, recipient: byEmail });
  expect((await claim(recipient, unproven)).outcome).toBe('claim_not_verified');
  expect((await claim(recipient, await makeGift(system, { amount: 100, recipient }))).outcome).toBe('ok');
});

test('S408 a claim takes the rest of a partly spent gift, whose code is then worthless', async () => {
  const [recipient, till] = [await newConsumer(system), await newTill(system)];
  const gift = await makeGift(system, { amount: 1_000, recipient });
  await redeem(system, till, gift.code, { amount: 350 });
  expect((await claim(recipient, gift)).answer).toMatchObject({ amount: 600, walletBalance: 600 });
  expect((await redeem(system, till, gift.code)).outcome).toBe('voucher_claimed');
});

test('refuses to claim a used-up, expired, void or undelivered gift', async () => {
  const [recipient, till] = [await newConsumer(system), await newTill(system)];
  const used = await makeGift(system, { amount: 100, recipient });
  await redeem(system, till, used.code);
  expect((await claim(recipient, used)).outcome).toBe('voucher_used');
  for (const [change, outcome] of [
    [`expires_at = now() - interval '1 second'`, 'voucher_expired'],
    [`closed_as = 'VOIDED', closed_at = now()`, 'voucher_void'],
    [`closed_as = 'REFUNDED', closed_at = now()`, 'voucher_void'],
    [`deliver_at = now() + interval '1 day'`, 'voucher_not_yet_delivered'],
  ]) {
    const gift = await makeGift(system, { amount: 100, recipient });
    await system.owner.query(`update vouchers set ${change} where id = $1`, [gift.voucherId]);
    expect(await claim(recipient, gift)).toMatchObject({ status: 409, outcome });
    expect(await leftOn(system, gift)).toBe(95);
  }
  expect(await readWallet(system, recipient)).toBe(0);
});

test('S407 the value of an expired gift is kept for its owner, once', async () => {
  const recipient = await newConsumer(system);
  const [late, good] = await makeGifts(system, 2, { amount: 1_000, recipient });
  if (!late || !good) throw new Error('no gifts');
  await system.owner.query(`update vouchers set expires_at = now() - interval '1 second' where id = $1`, [
    late.voucherId,
  ]);
  const closed = await Promise.all([1, 2, 3].map(() => expireVouchers(system.deps)));
  expect(Math.max(...closed)).toBeGreaterThan(0);
  expect([await leftOn(system, late), await leftOn(system, good)]).toEqual([0, 950]);
  expect((await claim(recipient, late)).outcome).toBe('voucher_expired');
  expect(await expireVouchers(system.deps)).toBe(0);
  const { rows } = await system.owner.query(
    `select v.closed_as, array_agg(a.kind order by a.at) as kinds
     from vouchers v join voucher_activities a on a.voucher_id = v.id
     where v.id = $1 group by v.closed_as`,
    [late.voucherId],
  );
  expect(rows).toEqual([{ closed_as: 'EXPIRED', kinds: ['ISSUED', 'EXPIRED'] }]);
});

test('S515 refuses a claim above the wallet’s limit, and leaves the gift unchanged', async () => {
  const recipient = await newConsumer(system);
  const gifts = await makeGifts(system, 4, { amount: 150_000, recipient });
  const replies = await Promise.all(gifts.map((gift) => claim(recipient, gift)));
  const outcomes = replies.map(({ outcome }) => outcome).toSorted();
  expect(outcomes).toEqual(['ok', 'ok', 'ok', 'wallet_limit']);
  expect(await readWallet(system, recipient)).toBe(427_500);
  const refused = gifts[replies.findIndex(({ outcome }) => outcome === 'wallet_limit')];
  if (!refused) throw new Error('none was refused');
  expect(await leftOn(system, refused)).toBe(142_500);
  expect((await redeem(system, await newTill(system), refused.code)).outcome).toBe('ok');
});

test('refuses a claim by an unknown link', async () => {
  const person = await newConsumer(system);
  const refused = await claim(person, { claimToken: 'never-a-link-of-ours' });
  expect(refused).toMatchObject({ status: 404, outcome: 'voucher_not_found' });
});

test('S439 refuses a claim by a frozen account', async () => {
  const recipient = await newConsumer(system);
  const gift = await makeGift(system, { amount: 100, recipient });
  await system.owner.query(`update users set status = 'FROZEN' where id = $1`, [recipient.user.id]);
  const refused = await claim(recipient, gift);
  expect(['401 unauthenticated', '403 account_frozen']).toContain(`${refused.status} ${refused.outcome}`);
  expect(await leftOn(system, gift)).toBe(95);
});
