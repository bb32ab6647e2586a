import {
  deleteAccount,
  exportAccount,
  freezeByPhone,
  freezeWallet,
  login,
  openWallet,
  openWalletLater,
  sendFreezeCode,
  sendOpeningCode,
} from '@zawadi/contract';
import { DEMO_PASSWORD, type SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

async function backdate({ user }: SignedIn, changes: string): Promise<void> {
  await system.owner.query(`update users set ${changes} where id = $1`, [user.id]);
}

async function newOldPerson(): Promise<SignedIn> {
  const person = await newConsumer(system);
  await backdate(
    person,
    `phone_verified_at = now() - interval '9 days', email_verified_at = now() - interval '9 days'`,
  );
  return person;
}

async function freezesOf({ bearer }: SignedIn): Promise<Record<string, unknown>[] | undefined> {
  const { method, path: url } = exportAccount;
  const headers = { authorization: `Bearer ${bearer}` };
  const reply = await system.http.inject({ method, url, headers, payload: { password: DEMO_PASSWORD } });
  return reply.json<{ walletFreezes?: Record<string, unknown>[] }>().walletFreezes;
}

async function freezeBySms({ phoneNumber: phone }: SignedIn): Promise<void> {
  await system.call(sendFreezeCode, { body: { phone } });
  const [, otp = ''] = await system.sandbox.sms(phone, /^(\d{6}) freezes your Zawadi wallet/u);
  expect((await system.call(freezeByPhone, { body: { phone, otp } })).outcome).toBe('ok');
}

async function openByCode(person: SignedIn): Promise<void> {
  await system.call(sendOpeningCode, { body: {} }, person);
  const [, otp = ''] = await system.sandbox.mail(person.email, /Open your wallet[^]*?\b(\d{6})\b/u);
  const opened = await system.call(openWallet, { body: { password: DEMO_PASSWORD, otp } }, person);
  expect(opened.outcome).toBe('ok');
}

const A_MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT/u);

test('a user’s exported data says when and how the wallet was frozen and opened', async () => {
  const person = await newOldPerson();
  expect(await freezesOf(person)).toEqual([]);
  await system.call(freezeWallet, { body: {} }, person);
  const first = { id: expect.any(String), frozenAt: A_MOMENT, frozenBy: 'session' };
  expect(await freezesOf(person)).toEqual([{ ...first, openedAt: null, openedBy: null }]);

  await system.call(openWalletLater, { body: {} }, person);
  await backdate(person, 'wallet_opens_at = now()');
  const waited = { ...first, openedAt: A_MOMENT, openedBy: 'waiting' };
  expect(await freezesOf(person)).toEqual([waited]);

  await freezeBySms(person);
  const { answer } = await system.call(login, { body: { email: person.email, password: DEMO_PASSWORD } });
  const back = { ...person, bearer: answer.accessToken };
  await openByCode(back);
  const second = { ...first, frozenBy: 'phone', openedAt: A_MOMENT, openedBy: 'code' };
  expect(await freezesOf(back)).toEqual([waited, second]);
});

test('freezing a frozen wallet again keeps one freeze and records the latest cause', async () => {
  const person = await newOldPerson();
  await system.call(freezeWallet, { body: {} }, person);
  await freezeBySms(person);
  const { rows } = await system.owner.query(
    'select frozen_by, opened_at from wallet_freezes where user_id = $1',
    [person.user.id],
  );
  expect(rows).toEqual([{ frozen_by: 'phone', opened_at: null }]);
});

test('deleting an account deletes its wallet freezes', async () => {
  const person = await newConsumer(system);
  await system.call(freezeWallet, { body: {} }, person);
  const closed = await system.call(deleteAccount, { body: { password: DEMO_PASSWORD } }, person);
  expect(closed.outcome).toBe('ok');
  const { rows } = await system.owner.query('select from wallet_freezes where user_id = $1', [
    person.user.id,
  ]);
  expect(rows).toEqual([]);
});
