import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../../platform/refusal.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { issue, newFundedTill } from '../../../testing/merchant-api-calls.ts';
import { newTill, owedTo, redeem } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { answerOnce } from '../../../platform/idempotency/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

const recipient = { name: 'Kip Rotich' };

test('refuses a request without an idempotency key, and issues no voucher', async () => {
  const till = await newFundedTill(system);
  const refused = await issue(system, till, {}, null);
  expect(refused).toMatchObject({ status: 400, outcome: 'idempotency_key_missing' });
  expect(await owedTo(system, till)).toBe(950);
});

test('repeats the first answer, secrets included, to a request with the same key, and does the work once', async () => {
  const [till, key] = [await newFundedTill(system), randomUUID()];
  const first = await issue(system, till, { recipient }, key);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  const again = await issue(system, till, { recipient }, key);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.answer).toEqual(first.answer);
  expect(await owedTo(system, till)).toBe(650);
});

test('F24 refuses the same key with another payload, and changes nothing', async () => {
  const [till, key] = [await newFundedTill(system), randomUUID()];
  await issue(system, till, { recipient, amount: 100 }, key);
  for (const body of [
    { recipient, amount: 101 },
    { recipient: { name: 'Asha' }, amount: 100 },
  ]) {
    const refused = await issue(system, till, body, key);
    expect(refused).toMatchObject({ status: 422, outcome: 'idempotency_key_reused' });
  }
  expect(await owedTo(system, till)).toBe(850);
});

test('F23 thirty concurrent requests with one key make one voucher and get the same answer', async () => {
  const [till, key] = [await newFundedTill(system), randomUUID()];
  const replies = await Promise.all(
    Array.from({ length: 30 }, () => issue(system, till, { recipient, amount: 10 }, key)),
  );
  expect(new Set(replies.map(({ outcome }) => outcome))).toEqual(new Set(['ok']));
  expect(new Set(replies.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
  expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  expect(await owedTo(system, till)).toBe(940);
});

test('repeats a stored refusal about money, even if the request would now succeed', async () => {
  const [till, key] = [await newTill(system), randomUUID()];
  const first = await issue(system, till, { recipient }, key);
  expect(first).toMatchObject({ status: 409, outcome: 'insufficient_merchant_balance' });
  await redeem(system, till, (await makeGift(system, { amount: 1_000 })).code);
  expect((await issue(system, till, { recipient })).outcome).toBe('ok');
  const again = await issue(system, till, { recipient }, key);
  expect(again.outcome).toBe('insufficient_merchant_balance');
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test('does not store the answer to an invalid request', async () => {
  const [till, key] = [await newFundedTill(system), randomUUID()];
  expect((await issue(system, till, { recipient, amount: 0 }, key)).status).toBe(422);
  expect((await issue(system, till, { recipient, expires_at: '2020-01-01' }, key)).status).toBe(422);
  expect((await issue(system, { ...till, basic: 'a:b' }, { recipient }, key)).status).toBe(401);
  expect((await issue(system, till, { recipient }, key)).outcome).toBe('ok');
});

test('F26 the same key of two merchants is two keys', async () => {
  const [till, other, key] = [await newFundedTill(system), await newFundedTill(system), randomUUID()];
  const replies = await Promise.all([till, other].map((one) => issue(system, one, { recipient }, key)));
  expect(replies.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
  expect(replies[0]?.answer.id).not.toBe(replies[1]?.answer.id);
});

function ask(key: string, work: () => Promise<{ said: string }>) {
  // Uses the key as caller id too, so that each test has its own caller.
  const request = { callerId: key, idempotencyKey: key, call: 'POST /test', body: {} };
  return answerOnce(system.deps, request, work);
}

test('a retry waits for the running first request, and is refused as in use after two seconds', async () => {
  const key = randomUUID();
  let finish = (): void => {};
  const running = new Promise<void>((resolve) => (finish = resolve));
  let started = (): void => {};
  const hasStarted = new Promise<void>((resolve) => (started = resolve));
  const first = ask(key, async () => {
    started();
    await running;
    return { said: 'first' };
  });
  await hasStarted;
  const since = performance.now();
  const never = (): Promise<{ said: string }> => Promise.reject(new Error('ran twice'));
  await expect(ask(key, never)).rejects.toMatchObject({ code: 'idempotency_key_in_use', status: 409 });
  expect(performance.now() - since).toBeGreaterThan(1_800);
  expect(performance.now() - since).toBeLessThan(30_000);
  const waiting = ask(key, never);
  finish();
  expect(await first).toEqual({ answer: { said: 'first' }, isReplay: false });
  expect(await waiting).toEqual({ answer: { said: 'first' }, isReplay: true });
});

test('stores the refusal of refused work, and nothing of work that fails', async () => {
  const [key, id] = [randomUUID(), randomUUID()];
  const request = { callerId: key, idempotencyKey: key, call: 'POST /test', body: {} };
  const work = (error: Error) =>
    answerOnce(system.deps, request, async (tx) => {
      await tx.insertInto('reviews').values({ id, kind: 'test', subject_id: id, details: '{}' }).execute();
      throw error;
    });
  await expect(work(new Error('a fault'))).rejects.toThrow('a fault');
  expect(await work(new Refusal('voucher_used'))).toMatchObject({
    isReplay: false,
    refusal: { status: 409 },
  });
  expect(await work(new Error('not run any more'))).toMatchObject({ isReplay: true });
  const { rows } = await system.owner.query('select 1 from reviews where id = $1', [id]);
  expect(rows).toEqual([]);
});
