import { claimVoucher, exportAccount } from '@zawadi/contract';
import { DEMO_PASSWORD, type SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { registerAndStartWithdrawal, untilWithdrawal } from '../../../testing/withdrawal-calls.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

type Entries = Record<string, unknown>[];

async function fileOf(person: SignedIn, password = DEMO_PASSWORD) {
  return system.http.inject({
    method: exportAccount.method,
    url: exportAccount.path,
    headers: { authorization: `Bearer ${person.bearer}` },
    payload: { password },
  });
}

test('S90 the exported file has all data about the user, amounts in shillings, and parses as JSON', async () => {
  const me = await newConsumer(system);
  const { code, claimToken } = await makeGift(system, { amount: 1_000, recipient: me });
  await system.call(claimVoucher, { body: { claimToken } }, { bearer: me.bearer });
  await makeGift(system, { amount: 300, buyerId: me.user.id, language: 'sw', showsAmount: true });
  const withdrawal = await registerAndStartWithdrawal(system, me, 400);
  await untilWithdrawal(system, me, withdrawal, 'COMPLETED');

  const reply = await fileOf(me);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toContain('application/json');
  expect(reply.headers['content-disposition']).toMatch(
    /^attachment; filename="zawadi-account-\d{4}-\d\d-\d\d[.]json"$/u,
  );
  const file = reply.json<Record<string, Entries>>();
  expect(file['profile']).toMatchObject({ email: me.email, phoneNumber: me.phoneNumber });
  expect(file['sessions']).toHaveLength(1);
  expect(file['purchases']).toMatchObject([{ amount: 300, fee: 15, status: 'COMPLETED' }]);
  const chosen = { language: 'sw', showsAmount: true, deliverAt: null, copyEmail: null };
  expect(file['purchasedGifts']).toMatchObject([{ amount: 300, fee: 15, ...chosen }]);
  expect(file['giftsSent']).toMatchObject([{ value: 285 }]);
  expect(file['giftsReceived']).toMatchObject([{ value: 950, closedAs: 'CLAIMED' }]);
  expect(file['claims']).toMatchObject([{ amount: 950 }]);
  expect(file['withdrawals']).toMatchObject([{ amount: 400, fee: 10, phone: me.phoneNumber }]);
  expect(file['wallet']?.map((entry) => [entry['amount'], entry['balance']])).toEqual([
    [-400, 550],
    [950, 950],
  ]);
  for (const secret of [code, code.replaceAll('-', ''), claimToken, 'argon2']) {
    expect(reply.body).not.toContain(secret);
  }
});

test('exports nothing without the password of the account', async () => {
  const me = await newConsumer(system);
  const reply = await fileOf(me, 'not-the-password');
  expect(reply.json()).toMatchObject({ code: 'password_wrong' });
  expect(reply.body).not.toContain(me.phoneNumber);
});

test('the exported file contains a long history completely', async () => {
  const me = await newConsumer(system);
  await system.owner.query(
    `insert into sessions (id, audience, subject_id, session_version, address, user_agent, expires_at)
     select gen_random_uuid(), 'consumer', $1, 1, '10.0.0.' || n % 200, 'test', now() from generate_series(1, 1200) n`,
    [me.user.id],
  );
  const file = (await fileOf(me)).json<Record<string, Entries>>();
  expect(new Set(file['sessions']?.map((one) => one['id'])).size).toBe(1_201);
});

test('the exported file has no purchases, gifts or sessions of other users', async () => {
  const other = await newConsumer(system);
  await makeGift(system, { amount: 300, buyerId: other.user.id, recipient: other });
  const me = await newConsumer(system);
  const reply = await fileOf(me);
  expect(reply.json()).toMatchObject({ purchases: [], giftsSent: [], giftsReceived: [], wallet: [] });
  expect(reply.body).not.toContain(other.user.id);
});

test('allows five exports of an account’s data an hour', async () => {
  const me = await newConsumer(system);
  const replies = await Promise.all(Array.from({ length: 7 }, () => fileOf(me)));
  expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(5);
  expect(replies.find((reply) => reply.statusCode !== 200)?.json()).toMatchObject({
    code: 'too_many_requests',
  });
});
