import * as contract from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { route } from '../../../http/routes.ts';
import { AT, INFO, startLoggedPeople, WARN, type LoggedPeople } from '../../../testing/logged-people.ts';
import { newPerson, type PeopleApp, type Reply } from '../../../testing/people-app.ts';
import { newSignedIn, tokensOf } from '../../../testing/people.ts';
import { newAdministrator, newOwner, OWNERS_PASSWORD, type Owner } from '../../../testing/portal-people.ts';

const whoAmI = contract.endpoint({
  method: 'GET',
  path: '/api/v1/who-am-i',
  audience: 'machine',
  operationId: 'whoAmI',
  keyRight: 'read',
  tag: 'Test',
  summary: 'The merchant behind a key',
  answer: z.object({ merchantId: z.string() }),
  refusals: [],
});

let people: PeopleApp;
let eventsOf: LoggedPeople['eventsOf'];
beforeAll(async () => {
  const answerWho = route(whoAmI, (_input, { actor }) => Promise.resolve(actor));
  ({ people, eventsOf } = await startLoggedPeople(() => [answerWho]));
});
afterAll(() => people.close());

const hash = expect.stringMatching(/^[\w-]{22}$/u) as unknown;

async function idOf({ merchantId }: Owner): Promise<string> {
  const { rows } = await people.owner.query<{ id: string }>(
    'select id from merchant_staff where merchant_id = $1',
    [merchantId],
  );
  return rows[0]?.id ?? '';
}

test('logs each successful or failed sign-in of each audience in one line, without the name of an unknown account', async () => {
  const person = newPerson();
  const user = await newSignedIn(people, person);
  const owner = await newOwner(people);
  const administrator = await newAdministrator(people);
  const doors = [
    ['consumer', contract.login, { email: person.email }, person.password, user.userId],
    [
      'merchant',
      contract.merchantLogin,
      { merchantCode: owner.merchantCode },
      OWNERS_PASSWORD,
      await idOf(owner),
    ],
    [
      'admin',
      contract.adminLogin,
      { email: administrator.email },
      administrator.password,
      administrator.administratorId,
    ],
  ] as const;
  for (const [audience, endpoint, who, password, account] of doors) {
    const about = { ...AT, audience, account };
    expect(await eventsOf(() => people.call(endpoint, { ...who, password }))).toEqual([
      { ...about, level: INFO, event: 'sign-in.ok' },
    ]);
    expect(await eventsOf(() => people.call(endpoint, { ...who, password: 'wrong' }))).toEqual([
      { ...about, level: WARN, event: 'sign-in.failed' },
    ]);
    const stranger = 'email' in who ? { email: newPerson().email } : { merchantCode: 'NOBODY9' };
    expect(await eventsOf(() => people.call(endpoint, { ...stranger, password }))).toEqual([
      { ...AT, audience, accountHash: hash, level: WARN, event: 'sign-in.failed' },
    ]);
  }
});

test('logs a sign-in with the right password to a frozen, suspended or disabled account as its own event', async () => {
  const user = await newSignedIn(people);
  const owner = await newOwner(people);
  const administrator = await newAdministrator(people);
  await people.owner.query(`update users set status = 'FROZEN' where id = $1`, [user.userId]);
  await people.owner.query(`update merchants set status = 'SUSPENDED' where merchant_code = $1`, [
    owner.merchantCode,
  ]);
  await people.owner.query(`update administrators set status = 'DISABLED' where id = $1`, [
    administrator.administratorId,
  ]);
  const { email, password } = user.person;
  const { merchantCode } = owner;
  const tried = [
    await eventsOf(() => people.call(contract.login, { email, password })),
    await eventsOf(() => people.call(contract.merchantLogin, { merchantCode, password: OWNERS_PASSWORD })),
    await eventsOf(() => people.call(contract.adminLogin, administrator)),
  ];
  const refused = { ...AT, level: WARN, event: 'sign-in.refused' };
  expect(tried).toEqual([
    [{ ...refused, audience: 'consumer', account: user.userId, reason: 'account_frozen' }],
    [{ ...refused, audience: 'merchant', account: await idOf(owner), reason: 'merchant_not_active' }],
    [{ ...refused, audience: 'admin', account: administrator.administratorId, reason: 'disabled' }],
  ]);
});

test('logs a lock-out from sign-in once a minute for each account', async () => {
  const { person, userId } = await newSignedIn(people);
  const guess = () => people.call(contract.login, { email: person.email, password: 'wrong' });
  const replies: Reply[] = [];
  const events = await eventsOf(async () => {
    for (let count = 0; count < 14; count += 1) replies.push(await guess());
  });
  expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThan(1);
  expect(events.filter(({ event }) => event === 'sign-in.failed').length).toBeGreaterThanOrEqual(10);
  expect(events.filter(({ event }) => event === 'locked-out')).toEqual([
    { ...AT, audience: 'consumer', account: userId, what: 'sign-in', level: WARN, event: 'locked-out' },
  ]);
});

test('logs requests of a wrong role once a minute for each account', async () => {
  const user = await newSignedIn(people);
  const clerk = await newAdministrator(people, 'read-only');
  const knock = (token: string) => people.call(contract.addAdministrator, {}, { token });
  const events = await eventsOf(async () => {
    for (let count = 0; count < 5; count += 1) {
      expect((await knock(user.accessToken)).status).toBe(403);
      expect((await knock(clerk.token)).status).toBe(403);
    }
  });
  const refused = { ...AT, level: WARN, event: 'role.refused' };
  expect(events).toEqual([
    { ...refused, audience: 'consumer', account: user.userId },
    { ...refused, audience: 'admin', account: clerk.administratorId },
  ]);
});

test('logs a reused refresh token, and a sign-out', async () => {
  const { refreshToken, userId } = await newSignedIn(people);
  const second = tokensOf(await people.call(contract.refresh, { refreshToken })).refreshToken;
  await people.call(contract.refresh, { refreshToken: second });
  const about = { ...AT, audience: 'consumer', account: userId };
  expect(await eventsOf(() => people.call(contract.refresh, { refreshToken }))).toEqual([
    { ...about, level: WARN, event: 'session.token-reused' },
  ]);
  const other = await newSignedIn(people);
  const own = {
    ...AT,
    audience: 'consumer',
    account: other.userId,
    level: INFO,
    event: 'session.signed-out',
  };
  const { refreshToken: one, person } = other;
  const again = tokensOf(await people.call(contract.login, person)).accessToken;
  expect(await eventsOf(() => people.call(contract.logout, { refreshToken: one }))).toEqual([
    { ...own, what: 'log-out' },
  ]);
  expect(await eventsOf(() => people.call(contract.signOutEverywhere, {}, { token: again }))).toEqual([
    { ...own, what: 'all-devices' },
  ]);
});

test('logs a wrong API secret and the key of a suspended merchant once a minute each', async () => {
  const [shop, other] = [await newOwner(people), await newOwner(people)];
  const ask = (user: string, password: string) =>
    people.call(whoAmI, undefined, {
      headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
    });
  const events = await eventsOf(async () => {
    for (let count = 0; count < 3; count += 1) {
      expect((await ask(shop.apiKey, other.apiSecret)).status).toBe(401);
    }
    expect((await ask(shop.apiKey, shop.apiSecret)).status).toBe(200);
    await people.owner.query(`update merchants set status = 'SUSPENDED' where id = $1`, [other.merchantId]);
    for (let count = 0; count < 3; count += 1) {
      expect((await ask(other.apiKey, other.apiSecret)).status).toBe(403);
    }
  });
  const refused = { ...AT, audience: 'machine', level: WARN, event: 'api-key.refused' };
  expect(events).toEqual([
    { ...refused, account: shop.merchantId, reason: 'wrong-secret' },
    { ...refused, account: other.merchantId, reason: 'merchant-not-active' },
  ]);
});
