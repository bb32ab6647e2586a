import { randomUUID } from 'node:crypto';
import { providerCallback } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../../ledger/index.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { receiptInSms } from '../../../testing/pay-bill-reports.ts';
import { stkCallback } from '../../../testing/provider-side.ts';
import { refusalIn, sendRaw, type RawReply } from '../../../testing/raw-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { account } from '../../services/postings/index.ts';
import { newCallbackToken, openCallback } from '../../mpesa/client/index.ts';
import { checkPayBillPayments, pullPayments, sendPayBillAddresses, sweepMessages } from './index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

/** Opens a callback URL for reports of manual payments. */
async function openAddress(): Promise<{ path: string; targetId: string }> {
  const [token, targetId] = [newCallbackToken(), randomUUID()];
  await inTransaction(system.deps.db, (tx) =>
    openCallback(tx, token, { purpose: 'c2b', homeId: randomUUID(), targetId }),
  );
  return { path: providerCallback.path.replace(':token', token), targetId };
}

function send(path: string, payload: string, headers: Record<string, string> = {}): Promise<RawReply> {
  return sendRaw(system, { method: 'POST', path, payload, headers });
}

async function messagesFor(targetId: string): Promise<{ copies: number; outcome: string | null }[]> {
  const { rows } = await system.owner.query<{ copies: number; outcome: string | null }>(
    'select copies, outcome from provider_messages where target_id = $1',
    [targetId],
  );
  return rows;
}

/** Stores a message without applying it, like a process that dies in between. */
async function storeUnapplied(purpose: string, body: object, ageSeconds: number): Promise<string> {
  const targetId = randomUUID();
  await system.owner.query(
    `insert into provider_messages (id, purpose, home_id, target_id, body, digest, received_at)
     values (gen_random_uuid(), $1, gen_random_uuid(), $2, $3, '', now() - make_interval(secs => $4))`,
    [purpose, targetId, JSON.stringify(body), ageSeconds],
  );
  return targetId;
}

function payBillReport(receipt: string, amount: number): object {
  return {
    TransID: receipt,
    TransTime: '20261120101500',
    TransAmount: `${amount}.00`,
    BusinessShortCode: '600100',
    BillRefNumber: 'NOBODYS',
  };
}

test('acknowledges a callback with any valid JSON and stores it unchanged', async () => {
  const { path, targetId } = await openAddress();
  const bodies = ['{}', '[]', '"text"', '12', 'true', '{"a":"nul \\u0000 and half a pair \\ud800"}', '"🎁"'];
  for (const body of bodies) expect((await send(path, body)).status).toBe(200);
  expect(await messagesFor(targetId)).toHaveLength(bodies.length);
});

test('counts a repeated callback instead of storing it again', async () => {
  const { path, targetId } = await openAddress();
  await Promise.all(Array.from({ length: 20 }, () => send(path, '{"a":1}')));
  expect((await messagesFor(targetId)).map(({ copies }) => copies)).toEqual([20]);
});

test('refuses a callback that is not JSON, too large or nested too deeply, and stores nothing', async () => {
  const { path, targetId } = await openAddress();
  const deep = '['.repeat(30_000) + ']'.repeat(30_000);
  for (const body of ['{', 'ResultCode=0', deep, '{"__proto__":{"isAdmin":true}}']) {
    expect(refusalIn(path, await send(path, body))).toBe('400 invalid_json');
  }
  expect(refusalIn(path, await send(path, `"${'x'.repeat(70_000)}"`))).toBe('413 body_too_large');
  const typed = await send(path, 'ResultCode=0', { 'content-type': 'application/x-www-form-urlencoded' });
  expect(refusalIn(path, typed)).toBe('415 unsupported_media_type');
  expect(await messagesFor(targetId)).toEqual([]);
});

test("sweeps apply a dead process's message once; a broken message blocks no other", async () => {
  const callbackOfUnknownPrompt = stkCallback({ checkoutRequestId: 'x', amount: 5, receipt: 'UKL9999999' });
  const broken = await storeUnapplied('purchase_result', callbackOfUnknownPrompt, 60);
  const payment = await storeUnapplied('c2b', payBillReport('UKL0000010', 30), 30);
  await Promise.all([1, 2, 3, 4].map(() => sweepMessages(system.deps)));
  expect(await messagesFor(broken)).toEqual([{ copies: 1, outcome: null }]);
  expect(await messagesFor(payment)).toEqual([{ copies: 1, outcome: 'to_check' }]);
  const { rows } = await system.owner.query(`select from pay_bill_payments where receipt = 'UKL0000010'`);
  expect(rows).toHaveLength(1);
});

test('the sweep applies a payment behind a hundred messages that cannot be applied', async () => {
  const callbackOfUnknownPrompt = stkCallback({ checkoutRequestId: 'x', amount: 5, receipt: 'UKL9999998' });
  await Promise.all(
    Array.from({ length: 101 }, () => storeUnapplied('purchase_result', callbackOfUnknownPrompt, 60)),
  );
  const payment = await storeUnapplied('c2b', payBillReport('UKL0000012', 50), 30);
  await sweepMessages(system.deps);
  expect(await messagesFor(payment)).toEqual([{ copies: 1, outcome: 'to_check' }]);
});

test('opens a review for a reported payment whose amount cannot be read', async () => {
  const unreadable = [
    { ...payBillReport('UKL0000013', 60), TransAmount: '60.50' },
    { TransID: 'UKL0000014' },
  ];
  const targets = await Promise.all(unreadable.map((body) => storeUnapplied('c2b', body, 30)));
  await sweepMessages(system.deps);
  const { rows } = await system.owner.query(
    `select kind from reviews where subject_id in (select id from provider_messages where target_id = any($1))`,
    [targets],
  );
  expect(rows).toEqual(targets.map(() => ({ kind: 'money_unclear' })));
});

test('F6 a payment to another short code completes no purchase and posts no money', async () => {
  const elsewhere = { ...payBillReport('UKL0000015', 70), BusinessShortCode: '600999' };
  const target = await storeUnapplied('c2b', elsewhere, 30);
  const before = await readBalance(system.deps.db, { account: account.suspense });
  await sweepMessages(system.deps);
  expect(await messagesFor(target)).toEqual([{ copies: 1, outcome: 'unclear' }]);
  expect(await readBalance(system.deps.db, { account: account.suspense })).toBe(before);
});

test('books a receipt once, although M-PESA reports it in several spellings and ways', async () => {
  const before = await readBalance(system.deps.db, { account: account.suspense });
  await sendPayBillAddresses(system.deps);
  const { phoneNumber: msisdn } = newPerson('Asha', 'Otieno');
  await system.provider.losing(() => system.provider.payBill({ msisdn, amount: 40, reference: 'NOBODYS' }));
  const receipt = await receiptInSms(system, msisdn, 'sent to');
  await storeUnapplied('c2b', payBillReport(receipt, 40), 30);
  await storeUnapplied('c2b', payBillReport(`${receipt.toLowerCase()} `, 40), 20);
  await storeUnapplied('c2b', { ...payBillReport(receipt, 40), FirstName: 'JOHN' }, 10);
  await Promise.all([1, 2].map(() => sweepMessages(system.deps)));
  await eventually('the payment in suspense', async () =>
    (await readBalance(system.deps.db, { account: account.suspense })) > before ? true : undefined,
  );
  await Promise.all([
    sweepMessages(system.deps),
    checkPayBillPayments(system.deps),
    pullPayments(system.deps),
  ]);
  expect(await readBalance(system.deps.db, { account: account.suspense })).toBe(before + 4_000n);
});

test('F7 A1 refuses sixty guessed callback URLs a minute, but never a valid callback from the same IP address', async () => {
  const { path, targetId } = await openAddress();
  const guess = () => send(providerCallback.path.replace(':token', newCallbackToken()), '{}');
  const guessed = await Promise.all(Array.from({ length: 200 }, guess));
  const count = (status: number) => guessed.filter((reply) => reply.status === status).length;
  expect([count(200), count(429)]).toEqual([60, 140]);
  const refused = await guess();
  expect(refusalIn(path, refused)).toBe('429 too_many_requests');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const among = [guess(), guess(), send(path, '{"a":1}'), guess(), send(path, '{"a":2}')];
  expect((await Promise.all(among)).map(({ status }) => status)).toEqual([429, 429, 200, 429, 200]);
  expect(await messagesFor(targetId)).toHaveLength(2);
});
