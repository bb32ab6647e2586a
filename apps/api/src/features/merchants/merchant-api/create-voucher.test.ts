import { randomUUID } from 'node:crypto';
import { claimVoucher, readVoucher, viewVoucher } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { issue, newFundedTill } from '../../../testing/merchant-api-calls.ts';
import { newTill, owedTo, redeem } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { expireVouchers } from '../../money/vouchers/index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

const DAY_MS = 86_400_000;

function dayFromNow(days: number): string {
  return nairobiDay(new Date(Date.now() + days * DAY_MS));
}

test('a merchant pays for its own voucher from its balance, and redeems it at its till', async () => {
  const till = await newFundedTill(system);
  const { answer } = await issue(system, till, { amount: 300, message: 'Karibu', reference: 'order 7' });
  expect(answer).toMatchObject({
    object: 'voucher',
    status: 'ACTIVE',
    amount: 300,
    balance: 300,
    currency: 'KES',
    recipient: { name: 'Kip Rotich' },
    message: 'Karibu',
    reference: 'order 7',
    code: expect.stringMatching(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/u),
    claim_url: expect.stringMatching(/\/v\/[\w-]{20,}$/u),
  });
  expect(await owedTo(system, till)).toBe(650);
  expect(await redeem(system, till, answer.id, { amount: 100 })).toMatchObject({ outcome: 'ok' });
  expect(await redeem(system, till, answer.code)).toMatchObject({ outcome: 'ok' });
  expect(await owedTo(system, till)).toBe(950);
});

test('the recipient of a merchant’s voucher gets code and link by SMS and email', async () => {
  const till = await newFundedTill(system);
  const recipient = { name: 'Asha', phone: '0711 000 222', email: 'Asha@example.test' };
  const { answer } = await issue(system, till, { recipient });
  expect(answer.recipient).toEqual({ name: 'Asha', phone: '254711000222', email: 'asha@example.test' });
  const [text] = await system.sandbox.sms('254711000222', /.*Mama Njeri.*/u);
  expect(text).toContain(answer.code);
  expect(text).toContain(answer.claim_url);
});

test('sends no message about a voucher without phone and email; only the merchant gets the code', async () => {
  const till = await newFundedTill(system);
  const { answer } = await issue(system, till, { recipient: { name: 'Walk-in' } });
  expect(answer.recipient).toEqual({ name: 'Walk-in' });
  expect((await redeem(system, till, answer.code)).outcome).toBe('ok');
});

test('refuses a voucher above the merchant’s balance, and leaves that balance unchanged', async () => {
  const till = await newFundedTill(system, 100);
  expect(await issue(system, till, { amount: 96 })).toMatchObject({
    status: 409,
    outcome: 'insufficient_merchant_balance',
  });
  expect(await owedTo(system, till)).toBe(95);
  expect((await issue(system, await newTill(system))).outcome).toBe('insufficient_merchant_balance');
});

test('issues only one of ten concurrent vouchers that each need the whole balance', async () => {
  const till = await newFundedTill(system, 100);
  const replies = await Promise.all(Array.from({ length: 10 }, () => issue(system, till, { amount: 95 })));
  const outcomes = replies.map(({ outcome }) => outcome).toSorted();
  expect(outcomes).toEqual([...Array(9).fill('insufficient_merchant_balance'), 'ok']);
  expect(await owedTo(system, till)).toBe(0);
});

test('another shop cannot redeem a merchant’s own voucher, and the refusal says why', async () => {
  const [till, other] = [await newFundedTill(system), await newTill(system)];
  const { answer } = await issue(system, till);
  expect(await redeem(system, other, answer.code)).toMatchObject({
    status: 409,
    outcome: 'voucher_not_redeemable_here',
  });
  expect((await redeem(system, other, answer.id)).outcome).toBe('voucher_not_found');
});

test('a merchant’s own voucher cannot be added to a wallet, and its page names the shop', async () => {
  const till = await newFundedTill(system);
  const kip = await newConsumer(system);
  const recipient = { name: 'Kip', phone: kip.user.phoneNumber };
  const { answer } = await issue(system, till, { recipient });
  const claimToken = answer.claim_url.split('/').at(-1) ?? '';
  const refused = await system.call(claimVoucher, { body: { claimToken } }, kip);
  expect(refused).toMatchObject({ status: 409, outcome: 'voucher_not_claimable' });
  const page = await system.call(viewVoucher, { params: { claimToken } });
  expect(page.answer).toMatchObject({
    canBeClaimed: false,
    canBeThanked: false,
    senderName: 'Mama Njeri',
    shops: [{ businessName: 'Mama Njeri' }],
  });
});

test('a merchant’s own voucher is valid for 24 months, or to the end of a day that the merchant chooses', async () => {
  const till = await newFundedTill(system);
  const chosen = dayFromNow(30);
  const byDay = await issue(system, till, { amount: 1, expires_at: chosen });
  expect(byDay.answer.expires_at).toBe(new Date(`${chosen}T23:59:59.999+03:00`).toISOString());
  const moment = new Date(Date.now() + DAY_MS).toISOString();
  const byMoment = await issue(system, till, { amount: 1, expires_at: moment });
  expect(byMoment.answer.expires_at).toBe(moment);
  const usual = await issue(system, till, { amount: 1 });
  const months = (Date.parse(usual.answer.expires_at) - Date.now()) / DAY_MS;
  expect(months).toBeGreaterThan(729);
  expect(months).toBeLessThan(733);
});

test.each([
  ['yesterday', -1],
  ['in more than 24 months', 735],
])('refuses an own voucher that expires %s', async (_name, days) => {
  const till = await newFundedTill(system);
  const refused = await issue(system, till, { expires_at: dayFromNow(days) });
  expect(refused).toMatchObject({ status: 422, outcome: 'expiry_moment_invalid' });
});

test('returns the remaining value of an expired voucher to the merchant that issued it', async () => {
  const till = await newFundedTill(system);
  const { answer } = await issue(system, till, { amount: 300 });
  await redeem(system, till, answer.code, { amount: 100 });
  await system.owner.query(`update vouchers set expires_at = now() - interval '1 day' where id = $1`, [
    answer.id,
  ]);
  await expireVouchers(system.deps);
  expect(await owedTo(system, till)).toBe(950);
  const read = await system.call(readVoucher, { params: { id: answer.id } }, till);
  expect(read.answer).toMatchObject({ status: 'EXPIRED', balance: 0 });
});

test('refuses a voucher above the transaction limit', async () => {
  const till = await newFundedTill(system);
  expect(await issue(system, till, { amount: 250_001 })).toMatchObject({ outcome: 'transaction_limit' });
});

test.each([
  ['no recipient', { recipient: undefined }],
  ['a recipient without a name', { recipient: { name: ' ' } }],
  ['a phone number of another country', { recipient: { name: 'Kip', phone: '+1 212 555 0100' } }],
  ['an invalid address', { recipient: { name: 'Kip', email: 'kip' } }],
  ['no amount', { amount: undefined }],
  ['a fraction', { amount: 1.5 }],
  ['a text as amount', { amount: '100' }],
  ['an invalid day', { expires_at: '2026-02-30' }],
  ['a moment without an offset', { expires_at: '2026-12-01T10:00:00' }],
  ['a message that is too long', { message: 'x'.repeat(301) }],
])('refuses a voucher with %s', async (_name, body) => {
  const till = await newTill(system);
  // The cast allows input that violates the contract, as from a careless caller.
  const refused = await issue(system, till, body as object);
  expect(refused).toMatchObject({ status: 422, outcome: 'validation_failed' });
});

test('no table contains a voucher’s code in clear text', async () => {
  const till = await newFundedTill(system);
  const key = randomUUID();
  const { answer } = await issue(system, till, {}, key);
  const symbols = answer.code.replaceAll('-', '');
  const token = answer.claim_url.split('/').at(-1) ?? '';
  for (const table of ['vouchers', 'idempotency_keys', 'outbox', 'unique_names']) {
    const { rows } = await system.owner.query<{ row: string }>(`select ${table}::text as row from ${table}`);
    for (const secret of [answer.code, symbols, token]) {
      const isThere = rows.some(
        ({ row }) => row.includes(secret) || row.includes(Buffer.from(secret).toString('hex')),
      );
      expect(isThere, `${table} holds a secret`).toBe(false);
    }
  }
  expect((await issue(system, till, { recipient: answer.recipient }, key)).answer).toEqual(answer);
});
