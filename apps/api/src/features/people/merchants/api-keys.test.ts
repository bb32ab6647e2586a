import * as contract from '@zawadi/contract';
import {
  API_KEYS_AT_MOST,
  createVoucher,
  listApiKeys,
  listTransactionsByMachine,
  makeApiKey,
  redeemVoucher,
  revokeApiKey,
  rollApiKey,
  updateMerchantSecret,
  type ApiKeyRights,
} from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { sentTo } from '../../../testing/sent-messages.ts';
import { newShop, type Shop } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

const KEY = { 'idempotency-key': 'one-attempt' };

async function newKey(shop: Shop, rights: ApiKeyRights, name = `Till ${rights}`) {
  const { answer } = await system.call(makeApiKey, { body: { name, rights } }, shop.owner);
  return { ...answer, name, basic: `${answer.apiKey}:${answer.apiSecret}` };
}

function roll(shop: Shop, keyId: string, endsOld = false) {
  return system.call(rollApiKey, { params: { keyId }, body: { endsOld } }, shop.owner);
}

function list(basic: string) {
  return system.call(listTransactionsByMachine, { query: {} }, { basic });
}

function redeemWith(basic: string, code: string, key = 'one-attempt') {
  const headers = { 'idempotency-key': key };
  return system.call(redeemVoucher, { params: { id: code }, headers, body: { amount: 10 } }, { basic });
}

async function keysOf({ owner }: Shop) {
  return (await system.call(listApiKeys, {}, owner)).answer.keys;
}

/** Makes the old secret expire in so many seconds. */
async function shortenOldSecret(keyId: string, seconds: number): Promise<void> {
  for (const [table, column] of [
    ['merchant_api_keys', 'old_secret_until'],
    ['merchants', 'api_old_secret_until'],
  ]) {
    await system.owner.query(
      `update ${table} set ${column} = moment() + make_interval(secs => $2) where id = $1 and ${column} is not null`,
      [keyId, seconds],
    );
  }
}

test('refuses API calls beyond the key’s right before they have any effect', async () => {
  const shop = await newShop(system);
  const gift = await makeGift(system, { amount: 1_000 });
  await system.call(
    redeemVoucher,
    { params: { id: (await makeGift(system, { amount: 1_000 })).code }, headers: KEY, body: {} },
    shop,
  );
  const outcomes: Record<string, string[]> = {};
  for (const rights of ['read', 'redeem', 'create', 'everything'] as const) {
    const { basic } = await newKey(shop, rights);
    const body = { amount: 50, recipient: { name: 'Kip' } };
    const made = await system.call(
      createVoucher,
      { headers: { 'idempotency-key': rights }, body },
      { basic },
    );
    const redeemed = await redeemWith(basic, gift.code, rights);
    outcomes[rights] = [(await list(basic)).outcome, redeemed.outcome, made.outcome];
    expect([200, 403]).toContain(redeemed.status);
  }
  expect(outcomes).toEqual({
    read: ['ok', 'key_not_allowed', 'key_not_allowed'],
    redeem: ['ok', 'ok', 'key_not_allowed'],
    create: ['ok', 'key_not_allowed', 'ok'],
    everything: ['ok', 'ok', 'ok'],
  });
});

test('every endpoint for machines declares a right, and endpoints that change balances need more than `read`', async () => {
  const shop = await newShop(system);
  const machineCalls = contract.endpointsIn(contract).filter((endpoint) => endpoint.audience === 'machine');
  const changing = machineCalls.filter(({ method }) => method !== 'GET');
  expect(changing.filter(({ keyRight }) => keyRight === 'read')).toEqual([]);
  for (const rights of ['read', 'redeem', 'create'] as const) {
    const { basic } = await newKey(shop, rights);
    const others = machineCalls.filter(({ keyRight }) => !contract.RIGHTS_OF_KEYS[rights].includes(keyRight));
    for (const endpoint of others) {
      const headers = { 'idempotency-key': endpoint.operationId };
      const given = { ...endpoint.example, headers };
      const { outcome } = await system.call(endpoint, given, { basic });
      expect([endpoint.operationId, outcome]).toEqual([endpoint.operationId, 'key_not_allowed']);
    }
  }
});

test('two API keys of one merchant share the merchant’s idempotency keys', async () => {
  const shop = await newShop(system);
  const gift = await makeGift(system, { amount: 1_000 });
  const [first, second] = [await newKey(shop, 'redeem', 'Till 1'), await newKey(shop, 'redeem', 'Till 2')];
  const replies = [await redeemWith(first.basic, gift.code), await redeemWith(second.basic, gift.code)];
  expect(replies.map(({ answer }) => answer.balance)).toEqual([940, 940]);
  expect(replies[1]?.headers.get('idempotent-replayed')).toBe('true');
});

test('the list of API keys shows name, right, creator, last use and IP address, but no secret', async () => {
  const shop = await newShop(system);
  const till = await newKey(shop, 'redeem', 'Till 2, Westlands');
  expect(await keysOf(shop)).toMatchObject([
    { keyId: shop.merchantId, isMain: true, name: 'Main key', rights: 'everything' },
    {
      keyId: till.keyId,
      isMain: false,
      name: 'Till 2, Westlands',
      rights: 'redeem',
      createdBy: 'Njeri Kamau',
    },
  ]);
  await list(till.basic);
  const used = await eventually('the last use', async () =>
    (await keysOf(shop)).find(({ lastUsedAt }) => lastUsedAt !== undefined),
  );
  expect(used).toMatchObject({ keyId: till.keyId, lastUsedFrom: expect.stringContaining('127.0.0.1') });
  expect((await keysOf(shop))[0]?.lastUsedAt).toBeUndefined();
  expect(JSON.stringify(await keysOf(shop))).not.toContain(till.apiSecret);
  const { rows } = await system.owner.query<{ row: string }>(
    'select merchant_api_keys::text as row from merchant_api_keys',
  );
  expect(rows.some(({ row }) => row.includes(till.apiSecret))).toBe(false);
});

test('both secrets of a rolled API key work for a day, then only the new secret', async () => {
  const shop = await newShop(system);
  const till = await newKey(shop, 'read', 'Till 3');
  for (const { keyId, old } of [
    { keyId: till.keyId, old: till.basic },
    { keyId: shop.merchantId, old: shop.basic },
  ]) {
    expect((await list(old)).outcome).toBe('ok');
    const { apiSecret, oldSecretUntil = '' } = (await roll(shop, keyId)).answer;
    const fresh = `${old.split(':')[0]}:${apiSecret}`;
    expect(Date.parse(oldSecretUntil) - Date.now()).toBeGreaterThan(86_300_000);
    expect([(await list(old)).outcome, (await list(fresh)).outcome]).toEqual(['ok', 'ok']);
    expect((await keysOf(shop)).find((key) => key.keyId === keyId)?.oldSecretUntil).toBe(oldSecretUntil);
    await shortenOldSecret(keyId, 0);
    await expect.poll(async () => (await list(old)).outcome, { timeout: 2_500 }).toBe('unauthenticated');
    expect((await list(fresh)).outcome).toBe('ok');
  }
});

test('a roll can end the old secret at once; a second roll ends the oldest secret, regenerating ends all', async () => {
  const shop = await newShop(system);
  const till = await newKey(shop, 'read');
  const second = (await roll(shop, till.keyId)).answer.apiSecret;
  const third = (await roll(shop, till.keyId)).answer.apiSecret;
  expect((await list(till.basic)).outcome).toBe('unauthenticated');
  expect((await list(`${till.apiKey}:${second}`)).outcome).toBe('ok');
  await roll(shop, till.keyId, true);
  for (const secret of [second, third]) {
    expect((await list(`${till.apiKey}:${secret}`)).outcome).toBe('unauthenticated');
  }
  await roll(shop, shop.merchantId);
  expect((await list(shop.basic)).outcome).toBe('ok');
  const [apiKey = ''] = shop.basic.split(':');
  await system.call(updateMerchantSecret, { body: { apiKey } }, shop.owner);
  expect((await list(shop.basic)).outcome).toBe('unauthenticated');
});

test('a revoked API key stops at once and frees its name; the main key cannot be revoked', async () => {
  const shop = await newShop(system);
  const till = await newKey(shop, 'everything', 'Till 4');
  expect((await list(till.basic)).outcome).toBe('ok');
  const again = await system.call(makeApiKey, { body: { name: 'TILL 4', rights: 'read' } }, shop.owner);
  expect(again.outcome).toBe('api_key_name_taken');
  const revoke = (keyId: string) => system.call(revokeApiKey, { params: { keyId } }, shop.owner);
  expect((await revoke(till.keyId)).outcome).toBe('ok');
  expect((await list(till.basic)).outcome).toBe('unauthenticated');
  expect((await revoke(till.keyId)).outcome).toBe('not_found');
  expect((await roll(shop, till.keyId)).outcome).toBe('not_found');
  expect((await revoke(shop.merchantId)).outcome).toBe('not_found');
  await newKey(shop, 'read', 'Till 4');
});

test('all API keys of a suspended merchant stop, and a reactivation restores them', async () => {
  const shop = await newShop(system);
  const till = await newKey(shop, 'everything');
  const setStatus = (status: string) =>
    system.owner.query('update merchants set status = $2 where id = $1', [shop.merchantId, status]);
  await setStatus('SUSPENDED');
  await expect
    .poll(async () => (await list(till.basic)).outcome, { timeout: 2_500 })
    .toBe('merchant_not_active');
  await setStatus('ACTIVE');
  await expect.poll(async () => (await list(till.basic)).outcome, { timeout: 2_500 }).toBe('ok');
});

test('only the owner changes API keys, needs a step-up after an old sign-in, and gets a mail for each change', async () => {
  const shop = await newShop(system);
  const make = (who: { bearer: string }, proof?: { password: string }) =>
    system.call(makeApiKey, { body: { name: 'Till 5', rights: 'redeem', ...proof } }, who);
  expect((await make(shop.manager)).outcome).toBe('forbidden');
  expect((await system.call(listApiKeys, {}, shop.manager)).outcome).toBe('ok');
  expect((await system.call(listApiKeys, {}, shop.cashier)).outcome).toBe('forbidden');
  await system.owner.query(
    `update sessions set proven_at = proven_at - interval '11 minutes' where subject_id = $1`,
    [shop.owner.staffId],
  );
  expect((await make(shop.owner)).outcome).toBe('step_up_required');
  expect((await make(shop.owner, { password: 'not-the-password' })).outcome).toBe('password_wrong');
  const { keyId } = (await make(shop.owner, { password: DEMO_PASSWORD })).answer;
  const { rows } = await system.owner.query<{ email: string }>(
    'select contact_email as email from merchants where id = $1',
    [shop.merchantId],
  );
  const mailed = async () => (await sentTo(system, rows[0]?.email ?? '', 'api-key-changed')).at(-1);
  expect(await mailed()).toMatchObject({ keyName: 'Till 5', change: 'made' });
  await system.call(revokeApiKey, { params: { keyId } }, shop.owner);
  expect(await mailed()).toMatchObject({ keyName: 'Till 5', change: 'revoked' });
  const { rows: done } = await system.owner.query<{ kind: string }>(
    `select kind from merchant_activities where merchant_id = $1 and kind like 'api-key%' order by id`,
    [shop.merchantId],
  );
  expect(done.map(({ kind }) => kind)).toEqual(['api-key-made', 'api-key-revoked']);
});

test('refuses a twenty-first API key besides the main one, also when keys are made concurrently', async () => {
  const shop = await newShop(system);
  const replies = await Promise.all(
    Array.from({ length: API_KEYS_AT_MOST + 4 }, (_one, n) =>
      system.call(makeApiKey, { body: { name: `Till ${n}`, rights: 'read' } }, shop.owner),
    ),
  );
  expect(replies.filter(({ outcome }) => outcome === 'ok')).toHaveLength(API_KEYS_AT_MOST);
  expect(replies.filter(({ outcome }) => outcome === 'api_keys_full')).toHaveLength(4);
  expect(await keysOf(shop)).toHaveLength(API_KEYS_AT_MOST + 1);
});
