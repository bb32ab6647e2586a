import {
  changePassword,
  claimVoucher,
  deleteAccount,
  listDevices,
  login,
  logout,
  pushStatus,
  sayThanks,
  signOutEverywhere,
  subscribePush,
  unsubscribePush,
  updateProfile,
  showCodeByLink,
} from '@zawadi/contract';
import { DEMO_PASSWORD, type SignedIn } from '@zawadi/story/people';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { startPushService, type Browser, type PushService } from '../../../testing/push-service.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { registerAndStartWithdrawal, untilWithdrawal } from '../../../testing/withdrawal-calls.ts';
import { notifyOtherDevices } from '../../people/sessions/devices.ts';

let system: TestSystem;
let service: PushService;
beforeAll(async () => {
  service = await startPushService();
  system = await createTestSystem();
});
afterAll(async () => {
  await system.close();
  await service.close();
});

test('pushes a gift to its recipient: encrypted, signed by us, without code or link', async () => {
  const { person, browser } = await newListener();
  const gift = await makeGift(system, { amount: 1_000, recipient: person });
  const [message] = await messagesReceivedBy(browser, 1);
  expect(message).toMatchObject({
    title: 'A gift for you',
    body: 'Neema Achieng sent you KES 950.',
    path: '/dashboard/wallet',
    lang: 'en',
  });
  const sent = JSON.stringify(message);
  for (const secret of [gift.code, gift.claimToken]) expect(sent).not.toContain(secret);
  const [{ headers }] = browser.heard as [Browser['heard'][number]];
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
  expect(Number(headers.ttl)).toBeGreaterThan(3_600);
  await expectOurSignature(headers.authorization ?? '');
});

test('pushes to the buyer that a gift was paid, opened, accepted and thanked for', async () => {
  const { person, browser } = await newListener();
  const recipient = await newConsumer(system);
  const { claimToken } = await makeGift(system, { amount: 1_000, buyerId: person.user.id, recipient });
  await system.call(showCodeByLink, { body: { claimToken } });
  await system.call(claimVoucher, { body: { claimToken } }, recipient);
  await system.call(sayThanks, { body: { claimToken, message: 'Asante' } });
  const titles = (await messagesReceivedBy(browser, 4)).map(({ title }) => title);
  expect(titles.toSorted()).toEqual([
    'Thanks for your gift',
    'Your gift is paid',
    'Your gift was accepted',
    'Your gift was opened',
  ]);
});

test('a completed withdrawal is pushed once, in the person’s language', async () => {
  const { person, browser } = await newListener();
  const { claimToken } = await makeGift(system, { amount: 1_000, recipient: person });
  await messagesReceivedBy(browser, 1);
  await system.call(updateProfile, { body: { language: 'sw' } }, person);
  await system.call(claimVoucher, { body: { claimToken } }, person);
  const withdrawal = await registerAndStartWithdrawal(system, person, 100);
  await untilWithdrawal(system, person, withdrawal, 'COMPLETED');
  const [, message] = await messagesReceivedBy(browser, 2);
  expect(message).toMatchObject({
    title: 'Pesa zimetolewa',
    body: 'KES 98 zimeingia M-PESA yako.',
    lang: 'sw',
  });
});

test('S78 sends no push when the switch is off, or when the device unsubscribed or never subscribed', async () => {
  const off = await newListener();
  await system.call(updateProfile, { body: { notifications: false } }, off.person);
  const silenced = await newListener();
  await system.call(unsubscribePush, {}, silenced.person);
  const never = { person: await newConsumer(system), browser: service.newBrowser() };
  await expectSilence(off, silenced, never);
  await system.call(updateProfile, { body: { notifications: true } }, off.person);
  await makeGift(system, { amount: 1_000, recipient: off.person });
  await messagesReceivedBy(off.browser, 1);
});

test('S79 a browser gets no push after its user signs out, there or on all devices, or deletes the account', async () => {
  const here = await newListener();
  const { answer: pair } = await system.call(login, {
    body: { email: here.person.email, password: DEMO_PASSWORD },
  });
  const second = service.newBrowser();
  await subscribe({ ...here.person, bearer: pair.accessToken }, second);
  await system.call(logout, { body: { refreshToken: pair.refreshToken } });
  const everywhere = await newListener();
  await system.call(signOutEverywhere, { body: {} }, everywhere.person);
  const gone = await newListener();
  await system.call(deleteAccount, { body: { password: DEMO_PASSWORD } }, gone.person);
  await expectSilence(everywhere, gone);
  await makeGift(system, { amount: 1_000, recipient: here.person });
  await messagesReceivedBy(here.browser, 1);
  expect(second.heard).toEqual([]);
});

test('drops a pending push when the person switches push off', async () => {
  const { person, browser } = await newListener();
  service.answer(browser, 503);
  await makeGift(system, { amount: 1_000, recipient: person });
  await until(() => expect(browser.heard).toHaveLength(1));
  await system.call(updateProfile, { body: { notifications: false } }, person);
  await makeRetryDue(person);
  await until(async () => expect(await pendingFor(person)).toBe(0));
  expect(browser.heard).toHaveLength(1);
});

test('retries when the push service is busy, and the retry replaces the first message', async () => {
  const { person, browser } = await newListener();
  service.answer(browser, 429, { 'retry-after': '1' });
  await makeGift(system, { amount: 1_000, recipient: person });
  await until(() => expect(browser.heard).toHaveLength(1));
  service.answer(browser, 201);
  await makeRetryDue(person);
  const [first, second] = await messagesReceivedBy(browser, 2);
  expect(second).toEqual(first);
  expect(browser.heard[0]?.headers['topic']).toBe(browser.heard[1]?.headers['topic']);
});

test.each([404, 410, 403])('deletes a subscription when the push service answers %s', async (status) => {
  const { person, browser } = await newListener();
  service.answer(browser, status);
  await makeGift(system, { amount: 1_000, recipient: person });
  await until(async () => {
    expect((await system.call(pushStatus, {}, person)).answer.isOnHere).toBe(false);
  });
  expect(browser.heard).toHaveLength(1);
});

test('notifies other devices of a sign-in from a new device, and of a new password', async () => {
  const { person, browser } = await newListener();
  const { answer } = await system.call(login, { body: { email: person.email, password: DEMO_PASSWORD } });
  const newcomer = { ...person, bearer: answer.accessToken };
  const other = service.newBrowser();
  await subscribe(newcomer, other);
  expect(browser.heard).toEqual([]);
  await system.owner.query(`update sessions set address = '41.90.0.1' where subject_id = $1`, [
    person.user.id,
  ]);
  await system.call(login, { body: { email: person.email, password: DEMO_PASSWORD } });
  for (const each of [browser, other]) {
    expect((await messagesReceivedBy(each, 1))[0]?.title).toBe('New sign-in to your account');
  }
  const body = { currentPassword: DEMO_PASSWORD, newPassword: 'another-Password-2' };
  const changed = await system.call(changePassword, { body }, newcomer);
  expect((await messagesReceivedBy(browser, 2))[1]?.title).toBe('Your password was changed');
  expect(other.heard).toHaveLength(1);
  // The device that changed the password stays signed in; the other one is signed out.
  await makeGift(system, { amount: 1_000, recipient: person });
  await messagesReceivedBy(other, 2);
  expect(browser.heard).toHaveLength(2);
  const bearer = changed.answer.accessToken;
  const { devices } = (await system.call(listDevices, {}, { bearer })).answer;
  expect(devices).toMatchObject([{ isCurrent: true, getsPush: true }]);
});

test('notifies of a new device from another IPv6 network, but not from the same one', async () => {
  const { person, browser } = await newListener();
  const { user, email } = person;
  await system.call(login, { body: { email, password: DEMO_PASSWORD } });
  const signInFrom = async (address: string) => {
    const { rows } = await system.owner.query<{ id: string }>(
      `update sessions s set address = case s.id when latest.id then $2 else '2001:db8:1:1::1' end
       from (select id from sessions where subject_id = $1 order by created_at desc, id desc limit 1) latest
       where s.subject_id = $1 returning latest.id`,
      [user.id, address],
    );
    await notifyOtherDevices(system.deps, { id: rows[0]?.id ?? '', userId: user.id, userAgent: '' });
  };
  await signInFrom('2001:db8:1:1:ffff::2');
  await until(async () => expect(await pendingFor(person)).toBe(0));
  expect(browser.heard).toEqual([]);
  await signInFrom('2001:db8:1:2::1');
  expect((await messagesReceivedBy(browser, 1))[0]?.title).toBe('New sign-in to your account');
});

type Listener = { person: SignedIn; browser: Browser };

async function newListener(): Promise<Listener> {
  const person = await newConsumer(system);
  const browser = service.newBrowser();
  await subscribe(person, browser);
  return { person, browser };
}

async function subscribe(person: Pick<SignedIn, 'bearer'>, { subscription }: Browser): Promise<void> {
  expect(await system.call(subscribePush, { body: subscription }, person)).toMatchObject({ outcome: 'ok' });
}

/** Waits until the browser has received this number of messages, and returns them. */
function messagesReceivedBy(browser: Browser, count: number) {
  return until(() => {
    expect(browser.heard).toHaveLength(count);
    return browser.messages();
  });
}

/** Sends every listener a gift, and checks that none of their browsers has received a push when the outbox is empty. */
async function expectSilence(...listeners: Listener[]): Promise<void> {
  for (const { person } of listeners) await makeGift(system, { amount: 1_000, recipient: person });
  await until(async () => {
    const { rows } = await system.owner.query(`select 1 from outbox where state = 'pending'`);
    expect(rows).toEqual([]);
  });
  for (const { browser } of listeners) expect(browser.heard).toEqual([]);
}

const ROWS_OF = `outbox where topic = 'push' and state = 'pending'
  and split_part(dedupe_key, ':', 3) in (select id::text from sessions where subject_id = $1)`;

async function pendingFor({ user }: SignedIn): Promise<number> {
  return (await system.owner.query(`select 1 from ${ROWS_OF}`, [user.id])).rowCount ?? 0;
}

/** Makes the pending retry due by changing its row, because retries follow the database's clock. */
async function makeRetryDue({ user }: SignedIn): Promise<void> {
  await until(async () => {
    const { rowCount } = await system.owner.query(
      `update outbox set available_at = now() where id in (select id from ${ROWS_OF} and lease_token is null)`,
      [user.id],
    );
    expect(rowCount).toBe(1);
  });
}

/** Checks `vapid t=<token>, k=<key>`: a token for this push service, with our contact, signed by the published key. */
async function expectOurSignature(authorization: string): Promise<void> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/u.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }, 'ES256');
  const { payload } = await jwtVerify(token, jwk, { audience: service.origin, algorithms: ['ES256'] });
  expect(payload.sub).toMatch(/^mailto:/u);
  const { answer } = await system.call(pushStatus, {}, await newConsumer(system));
  expect(answer.publicKey).toBe(key);
}
