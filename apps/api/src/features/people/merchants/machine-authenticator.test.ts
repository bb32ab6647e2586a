import { endpoint, merchantLogin, updateMerchantSecret } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { route } from '../../../http/routes.ts';
import { tokenHash } from '../../../platform/crypto/keys.ts';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { tokensOf } from '../../../testing/people.ts';
import { activateMerchant, createMerchant, type CreatedMerchant } from './index.ts';

const whoAmI = endpoint({
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
const PASSWORD = 'Duka-la-mama-1';

beforeAll(async () => {
  people = await startPeopleApp(() => [route(whoAmI, (_input, { actor }) => Promise.resolve(actor))]);
});

afterAll(() => people.close());

async function newMerchant(): Promise<CreatedMerchant> {
  const { email: contactEmail, phoneNumber: contactPhoneNumber } = newPerson();
  const request = { businessName: 'Duka', contactName: 'Njeri', contactEmail, contactPhoneNumber };
  return createMerchant(people.deps, { ...request, password: PASSWORD });
}

async function newActiveMerchant(): Promise<CreatedMerchant> {
  const merchant = await newMerchant();
  await activateMerchant(people.deps, merchant.merchantId);
  return merchant;
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

async function ask(authorization: string) {
  const { status, json } = await people.call(whoAmI, undefined, { headers: { authorization } });
  return { status, ...(json as { merchantId?: string; code?: string }) };
}

test('an API key and secret by HTTP Basic identify the merchant', async () => {
  const { merchantId, apiKey, apiSecret } = await newActiveMerchant();
  expect(await ask(basic(apiKey, apiSecret))).toEqual({ status: 200, merchantId });
});

test('an API key and secret as one Bearer token identify the merchant, and nothing else of the header matters', async () => {
  const { merchantId, apiKey, apiSecret } = await newActiveMerchant();
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    expect(await ask(`${scheme} ${apiKey}.${apiSecret}`)).toEqual({ status: 200, merchantId });
  }
});

test('credentials without an environment, as the first versions made them, still work both ways', async () => {
  const { merchantId } = await newActiveMerchant();
  const [apiKey, apiSecret] = [`zk_${'a'.repeat(20)}2N7Ozz`, `zs_${'b'.repeat(32)}2rIvMf`];
  await people.owner.query('update merchants set api_key = $2, api_secret_hash = $3 where id = $1', [
    merchantId,
    apiKey,
    tokenHash(apiSecret),
  ]);
  expect(await ask(basic(apiKey, apiSecret))).toEqual({ status: 200, merchantId });
  expect(await ask(`Bearer ${apiKey}.${apiSecret}`)).toEqual({ status: 200, merchantId });
});

test('A34 all wrong or incomplete API credentials get the same 401', async () => {
  const [mine, theirs] = [await newActiveMerchant(), await newActiveMerchant()];
  const last = mine.apiSecret.at(-1) === 'A' ? 'B' : 'A';
  const headers = [
    '',
    'Basic',
    'Basic !!!',
    `Bearer ${mine.apiSecret}`,
    basic(mine.apiKey, ''),
    basic('', mine.apiSecret),
    basic(mine.apiKey, theirs.apiSecret),
    basic(theirs.apiKey, mine.apiSecret),
    basic(mine.apiSecret, mine.apiKey),
    basic(mine.apiKey, mine.apiSecret.slice(0, -1) + last),
    basic(mine.apiKey, `${mine.apiSecret}:`),
    basic(mine.apiKey.toLowerCase(), mine.apiSecret),
    basic(`${mine.apiKey}' or true --`, mine.apiSecret),
    basic(mine.apiKey, 'x'.repeat(10_000)),
    'Bearer',
    'Bearer ',
    'Bearer .',
    `Bearer ${mine.apiKey}`,
    `Bearer ${mine.apiKey}.`,
    `Bearer .${mine.apiSecret}`,
    `Bearer ${mine.apiKey}.${theirs.apiSecret}`,
    `Bearer ${mine.apiSecret}.${mine.apiKey}`,
    `Bearer ${mine.apiKey}:${mine.apiSecret}`,
    `Bearer ${mine.apiKey}.${mine.apiSecret}.`,
    `Bearer ${mine.apiKey}.${mine.apiSecret} x`,
    `Bearer ${mine.apiKey}.${mine.apiSecret}, ${basic(mine.apiKey, mine.apiSecret)}`,
    `Bearer Bearer ${mine.apiKey}.${mine.apiSecret}`,
    `Bearer ${basic(mine.apiKey, mine.apiSecret).slice('Basic '.length)}`,
    basic(`${mine.apiKey}.${mine.apiSecret}`, ''),
    `Bearer ${mine.apiKey}.${'x'.repeat(10_000)}`,
    `Bearer ${mine.apiKey}.${mine.apiSecret}\u0000`,
  ];
  for (const header of headers) {
    expect({ header, ...(await ask(header)) }).toMatchObject({
      header,
      status: 401,
      code: 'unauthenticated',
    });
  }
});

test('A34 refuses an API key in the URL', async () => {
  const { apiKey, apiSecret } = await newActiveMerchant();
  const url = `${whoAmI.path}?apiKey=${apiKey}&apiSecret=${apiSecret}`;
  expect((await people.app.inject({ method: 'GET', url })).statusCode).toBe(401);
});

test('a merchant that is not activated yet gets “not active” with the right secret only', async () => {
  const { apiKey, apiSecret } = await newMerchant();
  const other = await newMerchant();
  expect(await ask(basic(apiKey, apiSecret))).toMatchObject({ status: 403, code: 'merchant_not_active' });
  expect(await ask(basic(apiKey, other.apiSecret))).toMatchObject({ status: 401, code: 'unauthenticated' });
});

test("A10 a suspended or closed merchant's key stops working within a second", async () => {
  for (const status of ['SUSPENDED', 'INACTIVE']) {
    const { merchantId, apiKey, apiSecret } = await newActiveMerchant();
    expect((await ask(basic(apiKey, apiSecret))).status).toBe(200);
    await people.owner.query('update merchants set status = $2 where id = $1', [merchantId, status]);
    await expect
      .poll(() => ask(basic(apiKey, apiSecret)), { timeout: 1_500 })
      .toMatchObject({ status: 403, code: 'merchant_not_active' });
  }
});

test('A34 a regenerated API secret works at once, is shown once and stored as a hash; the old secret stops', async () => {
  const { merchantCode, apiKey, apiSecret: old } = await newActiveMerchant();
  const { accessToken: token } = tokensOf(
    await people.call(merchantLogin, { merchantCode, password: PASSWORD }),
  );
  expect((await ask(basic(apiKey, old))).status).toBe(200);
  const reply = await people.call(updateMerchantSecret, { apiKey }, { token });
  expect(reply.json.responseMessage).toBe('API Secret Regenerated');
  const fresh = String(reply.json.body?.['apiSecret']);
  expect(fresh).toMatch(/^zs_test_[0-9A-Za-z]{38}$/u);
  expect((await ask(basic(apiKey, old))).status).toBe(401);
  expect((await ask(basic(apiKey, fresh))).status).toBe(200);
  const { rows } = await people.owner.query<{ row: string }>('select merchants::text as row from merchants');
  expect(
    rows.some(({ row }) => row.includes(fresh) || row.includes(Buffer.from(fresh).toString('hex'))),
  ).toBe(false);
});

test('an API key in frequent use is checked without a database query', async () => {
  const { merchantId, apiKey, apiSecret } = await newActiveMerchant();
  await ask(basic(apiKey, apiSecret));
  await people.owner.query('alter table merchants rename to merchants_away');
  try {
    expect(await ask(basic(apiKey, apiSecret))).toEqual({ status: 200, merchantId });
  } finally {
    await people.owner.query('alter table merchants_away rename to merchants');
  }
});
