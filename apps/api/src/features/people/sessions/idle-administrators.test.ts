import { randomUUID } from 'node:crypto';
import {
  administratorDetails,
  adminLogin,
  BACKGROUND_HEADER,
  changePassword,
  listDevices,
  merchantLogin,
  refresh,
} from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openClock, type MovableClock } from '../../../platform/db/clock-offset.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { sendRaw } from '../../../testing/raw-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill } from '../../../testing/tills.ts';
import { createAdministrator } from '../administrators/index.ts';
import { forgetLiveSessions } from './live-sessions.ts';

let system: TestSystem;
let clock: MovableClock;
beforeAll(async () => {
  system = await createTestSystem();
  clock = await openClock({ provider: 'sandbox' }, system.deps.config.database.ownerUrl ?? '');
});
afterEach(() => clock.setOffset(0));
afterAll(async () => {
  await clock.close();
  await system.close();
});

type Tokens = { accessToken: string; refreshToken: string };

async function moveTo(minute: number): Promise<void> {
  await clock.setOffset(minute * MINUTE_MS);
  // The cache of sessions does not follow the test's clock, so drop it.
  forgetLiveSessions(system.deps.db);
}

async function newAdministrator(rememberMe = false): Promise<Tokens> {
  const sign = { email: `${randomUUID()}@example.test`, password: DEMO_PASSWORD };
  await createAdministrator(system.deps, { ...sign, name: 'Achieng Odhiambo', staffRole: 'support' });
  return (await system.call(adminLogin, { body: { ...sign, rememberMe } })).answer;
}

/** Refreshes the tokens, as a browser does when its access token is 15 minutes old. */
async function renewed({ refreshToken }: Tokens): Promise<Tokens> {
  const { answer, outcome } = await system.call(refresh, { body: { refreshToken } });
  if (outcome !== 'ok') throw new Error(`not renewed: ${outcome}`);
  return answer;
}

const renewal = async ({ refreshToken }: Tokens) => {
  const { status, outcome } = await system.call(refresh, { body: { refreshToken } });
  return [status, outcome];
};

/**
 * Reads the administrator's own details.
 * @param headers what a page adds to background requests
 * @returns the status
 */
async function look({ accessToken }: Tokens, headers: Record<string, string> = {}): Promise<number> {
  const { method, path } = administratorDetails;
  const authorization = `Bearer ${accessToken}`;
  return (await sendRaw(system, { method, path, headers: { authorization, ...headers } })).status;
}

test('A58 an administrator who is idle for 30 minutes is signed out, remembered or not', async () => {
  for (const rememberMe of [false, true]) {
    await moveTo(0);
    const first = await newAdministrator(rememberMe);
    await moveTo(29);
    const second = await renewed(first);
    expect(await look(second)).toBe(200);
    await moveTo(58);
    const third = await renewed(second);
    expect(await look(third)).toBe(200);
    // Refreshing does not count as an act of the administrator, and the earlier access token has not expired.
    await moveTo(86);
    const fourth = await renewed(third);
    await moveTo(89);
    expect(await look(fourth)).toBe(401);
    expect(await renewal(fourth)).toEqual([401, 'session_idle']);
    expect(await renewal(fourth)).toEqual([401, 'session_idle']);
  }
});

test('A58 neither background requests nor refreshing the tokens keep an administrator’s session open', async () => {
  let tokens = await newAdministrator();
  for (const minute of [10, 20, 29]) {
    await moveTo(minute);
    tokens = await renewed(tokens);
    expect(await look(tokens, { [BACKGROUND_HEADER]: '1' })).toBe(200);
  }
  await moveTo(31);
  expect(await look(tokens)).toBe(401);
  expect(await renewal(tokens)).toEqual([401, 'session_idle']);
});

test('an active administrator is signed out when the session is 24 hours old', async () => {
  let tokens = await newAdministrator();
  for (let minute = 25; minute < 24 * 60; minute += 25) {
    await moveTo(minute);
    tokens = await renewed(tokens);
    expect(await look(tokens)).toBe(200);
  }
  await moveTo(24 * 60 + 1);
  expect(await look(tokens)).toBe(401);
  expect(await renewal(tokens)).toEqual([401, 'session_expired']);
});

test('after a password change an administrator’s session keeps its idle time', async () => {
  const first = await newAdministrator();
  await moveTo(14);
  const body = { currentPassword: DEMO_PASSWORD, newPassword: 'Another-horse-entirely' };
  const { answer } = await system.call(changePassword, { body }, { bearer: first.accessToken });
  const second: Tokens = answer;
  expect(await look(second)).toBe(200);
  const { answer: listed } = await system.call(listDevices, {}, { bearer: second.accessToken });
  expect(listed.devices).toHaveLength(1);
  await moveTo(45);
  expect(await renewal(second)).toEqual([401, 'session_idle']);
});

test('consumers and shops stay signed in while idle', async () => {
  const { merchantId } = await newTill(system);
  const { rows } = await system.owner.query<{ code: string }>(
    'select merchant_code as code from merchants where id = $1',
    [merchantId],
  );
  const body = { merchantCode: rows[0]?.code ?? '', password: DEMO_PASSWORD };
  const { answer } = await system.call(merchantLogin, { body });
  await moveTo(12 * 60);
  expect((await renewal(answer))[0]).toBe(200);
});
