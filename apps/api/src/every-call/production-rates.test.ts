import { randomBytes } from 'node:crypto';
import { login, refresh, signup, viewVoucher } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newConsumer, newConsumers } from '../testing/consumers.ts';
import { makeGifts } from '../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';

/** A system with production rates. All requests come from one IP address, as in a mobile network. */
let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem({ RATES: 'production' });
});
afterAll(() => system.close());

const times = (count: number) => Array.from({ length: count }, (_value, n) => n);

/** Runs requests one after another, and counts each outcome. */
async function outcomesOf(calls: (() => Promise<{ outcome: string }>)[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const call of calls) {
    const { outcome } = await call();
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

const open = (claimToken: string) => () => system.call(viewVoucher, { params: { claimToken } });

test('A33 seventy-five people behind one IP address open their gifts within a minute; guessed links are refused', async () => {
  const gifts = await makeGifts(system, 75, { amount: 100 });
  expect(await outcomesOf(gifts.map(({ claimToken }) => open(claimToken)))).toEqual({ ok: 75 });
  const guesses = times(65).map(() => open(randomBytes(32).toString('base64url')));
  expect(await outcomesOf(guesses)).toEqual({ voucher_not_found: 60, too_many_requests: 5 });
  expect(await outcomesOf(gifts.slice(0, 5).map(({ claimToken }) => open(claimToken)))).toEqual({ ok: 5 });
});

test('A33 serves the page of one gift sixty times a minute', async () => {
  const [gift] = await makeGifts(system, 1, { amount: 100 });
  const reads = times(61).map(() => open(gift?.claimToken ?? ''));
  expect(await outcomesOf(reads)).toEqual({ ok: 60, too_many_requests: 1 });
});

test('A33 renews seventy sessions behind one IP address within a minute', async () => {
  const { email } = await newConsumer(system);
  const renewals: (() => Promise<{ outcome: string }>)[] = [];
  for (const _n of times(70)) {
    const { refreshToken } = await system.api.call(login, { body: { email, password: DEMO_PASSWORD } });
    renewals.push(() => system.call(refresh, { body: { refreshToken } }));
  }
  expect(await outcomesOf(renewals)).toEqual({ ok: 70 });
});

test('A33 fifteen people behind one IP address sign up within a minute', async () => {
  const signUps = times(15).map(
    () => () => system.call(signup, { body: { ...newPerson('Neema', 'Achieng'), password: DEMO_PASSWORD } }),
  );
  expect(await outcomesOf(signUps)).toEqual({ ok: 15 });
});

test('A5 forty people behind one IP address sign in within a minute; sprayed wrong passwords are refused', async () => {
  // Uses its own system: after the wrong passwords, no person at this IP address could sign in for a minute.
  const sprayedSystem = await createTestSystem({ RATES: 'production' });
  onTestFinished(() => sprayedSystem.close());
  const signInAs = (email: string, password: string) => () =>
    sprayedSystem.call(login, { body: { email, password } });
  const people = await newConsumers(sprayedSystem, 40);
  expect(await outcomesOf(people.map(({ email }) => signInAs(email, DEMO_PASSWORD)))).toEqual({ ok: 40 });
  const sprayed = times(65).map((n) => signInAs(`nobody.${n}@example.test`, 'Password-2026'));
  expect(await outcomesOf(sprayed)).toEqual({ invalid_credentials: 60, too_many_requests: 5 });
});
