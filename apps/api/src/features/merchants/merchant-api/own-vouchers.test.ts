import { randomUUID } from 'node:crypto';
import {
  listVouchersByMachine,
  merchantVouchers,
  readVoucher,
  resendVoucherByMachine,
  saveWebhook,
  voidMerchantVoucher,
  voidVoucherByMachine,
  type CallInput,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { hold, release } from '../../../testing/holds.ts';
import { issue, newFundedTill, ownerOf } from '../../../testing/merchant-api-calls.ts';
import { newTill, owedTo, redeem, type Till } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

function voidIt(till: Till, id: string, key: string = randomUUID(), body: { reason?: string } = {}) {
  return system.call(
    voidVoucherByMachine,
    { params: { id }, headers: { 'idempotency-key': key }, body },
    till,
  );
}

function resend(till: Till, id: string, key: string = randomUUID()) {
  return system.call(
    resendVoucherByMachine,
    { params: { id }, headers: { 'idempotency-key': key }, body: {} },
    till,
  );
}

async function list(till: Till, query: CallInput<typeof listVouchersByMachine>['query'] = {}) {
  return (await system.call(listVouchersByMachine, { query }, till)).answer;
}

test('voiding a voucher twice returns its remaining value to the merchant once', async () => {
  const till = await newFundedTill(system);
  const { answer: made } = await issue(system, till, { amount: 300, reference: 'order 7' });
  await redeem(system, till, made.code, { amount: 100 });
  expect(await owedTo(system, till)).toBe(750);
  const key = randomUUID();
  const { answer } = await voidIt(till, made.id, key, { reason: 'Made by mistake' });
  expect(answer).toMatchObject({
    id: made.id,
    status: 'VOIDED',
    amount: 300,
    balance: 0,
    reference: 'order 7',
  });
  expect((await voidIt(till, made.id, key, { reason: 'Made by mistake' })).answer).toEqual(answer);
  expect((await voidIt(till, made.id)).answer).toMatchObject({ status: 'VOIDED' });
  expect(await owedTo(system, till)).toBe(950);
  expect((await redeem(system, till, made.code)).outcome).toBe('voucher_void');
  expect((await voidIt(till, made.id, key)).outcome).toBe('idempotency_key_reused');
});

test('of a concurrent void and redemption, only the first succeeds, and no shilling is lost', async () => {
  const till = await newFundedTill(system);
  const vouchers = await Promise.all([1, 2, 3, 4].map(() => issue(system, till, { amount: 100 })));
  const before = await owedTo(system, till);
  await Promise.all(
    vouchers.flatMap(({ answer: { id, code } }) => [
      voidIt(till, id),
      redeem(system, till, code),
      voidIt(till, id),
    ]),
  );
  expect(await owedTo(system, till)).toBe(before + 400);
  const { data } = await list(till);
  expect(data.map(({ balance }) => balance)).toEqual([0, 0, 0, 0]);
});

test('refuses to void a used-up, expired or frozen voucher', async () => {
  const till = await newFundedTill(system);
  const used = (await issue(system, till, { amount: 100 })).answer;
  await redeem(system, till, used.code);
  expect((await voidIt(till, used.id)).outcome).toBe('voucher_used');
  const expired = (await issue(system, till, { amount: 100 })).answer;
  await system.owner.query(`update vouchers set expires_at = now() - interval '1 day' where id = $1`, [
    expired.id,
  ]);
  expect((await voidIt(till, expired.id)).outcome).toBe('voucher_expired');
  const frozen = (await issue(system, till, { amount: 100 })).answer;
  await system.owner.query('update vouchers set frozen_at = now(), frozen_by_support = true where id = $1', [
    frozen.id,
  ]);
  expect((await voidIt(till, frozen.id)).outcome).toBe('voucher_frozen');
  expect((await list(till)).data[0]).toMatchObject({ id: frozen.id, frozen: true, status: 'ACTIVE' });
});

test('refuses to void a voucher with an open hold, says so, and voids it after the release', async () => {
  const till = await newFundedTill(system);
  const { answer: made } = await issue(system, till, { amount: 300 });
  const { answer: held } = await hold(system, till, made.id, { amount: 100 });
  const [owner, body] = [await ownerOf(system, till), { voucherId: made.id }];
  const listed = async () => (await system.call(merchantVouchers, { query: {} }, owner)).answer.vouchers;
  expect(await listed()).toMatchObject([{ balance: 200, canBeVoided: false }]);
  const refused = [
    { endpoint: voidVoucherByMachine, reply: await voidIt(till, made.id) },
    { endpoint: voidMerchantVoucher, reply: await system.call(voidMerchantVoucher, { body }, owner) },
  ];
  for (const { endpoint, reply } of refused) {
    expect(reply.outcome).toBe('voucher_held');
    expect(endpoint.refusals).toContain(reply.outcome);
  }
  await release(system, till, held.id);
  expect(await listed()).toMatchObject([{ balance: 300, canBeVoided: true }]);
  expect((await voidIt(till, made.id)).answer).toMatchObject({ status: 'VOIDED' });
  expect(await owedTo(system, till)).toBe(950);
});

test('only the merchant that issued a voucher can void or resend it', async () => {
  const [till, other] = [await newFundedTill(system), await newTill(system)];
  const made = (await issue(system, till)).answer;
  const bought = await makeGift(system, { amount: 500 });
  await redeem(system, till, bought.code, { amount: 100 });
  for (const act of [voidIt, resend]) {
    expect((await act(other, made.id)).outcome).toBe('voucher_not_found');
    expect((await act(other, made.code)).outcome).toBe('voucher_not_made_here');
    expect((await act(till, bought.voucherId)).outcome).toBe('voucher_not_made_here');
    expect((await act(other, bought.voucherId)).outcome).toBe('voucher_not_found');
    expect((await act(till, randomUUID())).outcome).toBe('voucher_not_found');
  }
  expect((await list(other)).data).toEqual([]);
});

test('resends a voucher with the same code, at most once in ten minutes', async () => {
  const till = await newFundedTill(system);
  const recipient = { name: 'Asha', phone: '0711 000 333' };
  const made = (await issue(system, till, { recipient })).answer;
  await system.sandbox.sms('254711000333', /.*Mama Njeri.*/u);
  const key = randomUUID();
  expect((await resend(till, made.id, key)).answer).toMatchObject({ id: made.id, status: 'ACTIVE' });
  const messages = async () => (await system.sandbox.phone('254711000333')).messages;
  await expect.poll(async () => (await messages()).length).toBe(2);
  for (const { text } of await messages()) expect(text).toContain(made.code);
  expect((await resend(till, made.id, key)).outcome).toBe('ok');
  const tooSoon = await resend(till, made.id);
  expect(tooSoon).toMatchObject({ status: 429, outcome: 'resend_too_soon' });
  const read = await system.call(readVoucher, { params: { id: made.code } }, till);
  expect(read.answer.id).toBe(made.id);
});

test('refuses to resend a voucher without phone and email', async () => {
  const till = await newFundedTill(system);
  const made = (await issue(system, till, { recipient: { name: 'Walk-in' } })).answer;
  expect((await resend(till, made.id)).outcome).toBe('voucher_without_address');
});

test('lists a merchant’s own vouchers by state and day, newest first, page by page', async () => {
  const till = await newFundedTill(system);
  const made = [];
  for (const amount of [10, 20, 30, 40]) made.push((await issue(system, till, { amount })).answer);
  const [active, partly, used, voided] = made;
  await redeem(system, till, partly?.code ?? '', { amount: 5 });
  await redeem(system, till, used?.code ?? '');
  await voidIt(till, voided?.id ?? '');
  const idsIn = async (status: 'ACTIVE' | 'PARTIALLY_REDEEMED' | 'REDEEMED' | 'VOIDED' | 'EXPIRED') =>
    (await list(till, { status })).data.map(({ id }) => id);
  expect(await idsIn('ACTIVE')).toEqual([active?.id]);
  expect(await idsIn('PARTIALLY_REDEEMED')).toEqual([partly?.id]);
  expect(await idsIn('REDEEMED')).toEqual([used?.id]);
  expect(await idsIn('VOIDED')).toEqual([voided?.id]);
  expect(await idsIn('EXPIRED')).toEqual([]);
  const first = await list(till, { limit: 3 });
  const second = await list(till, { limit: 3, cursor: first.next_cursor ?? undefined });
  expect([first.has_more, second.has_more]).toEqual([true, false]);
  expect([...first.data, ...second.data].map(({ amount }) => amount)).toEqual([40, 30, 20, 10]);
  expect((await list(till, { 'created[lte]': '2026-01-01' })).data).toEqual([]);
});

test('sends a webhook about a voided voucher to the merchant’s own system', async () => {
  const till = await newFundedTill(system);
  const owner = await ownerOf(system, till);
  const body = { url: 'https://8.8.8.8/hook', events: ['voucher.voided' as const] };
  await system.call(saveWebhook, { body }, owner);
  const made = (await issue(system, till, { amount: 70, reference: 'order 9' })).answer;
  await voidIt(till, made.id);
  const { rows } = await system.owner.query<{ type: string; data: object }>(
    'select type, data from webhook_deliveries where merchant_id = $1',
    [till.merchantId],
  );
  expect(rows).toEqual([
    {
      type: 'voucher.voided',
      data: { voucher_id: made.id, amount: 70, currency: 'KES', reference: 'order 9' },
    },
  ]);
});
