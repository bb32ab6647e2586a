import { randomUUID } from 'node:crypto';
import * as contract from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizationFor, newCallers, type Callers } from '../../apps/api/src/testing/callers.ts';
import { makeGift, type Gift } from '../../apps/api/src/testing/gifts.ts';
import { endpoints, pathOf } from '../../apps/api/src/testing/raw-calls.ts';
import { newShop, redeemAtTillPage } from '../../apps/api/src/testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../apps/api/src/testing/test-system.ts';

const CANARY = 'Kanari-4711-siri';
const OTP = '471147';
const MSISDN = '254747114711';

let system: TestSystem;
let callers: Callers;
let gift: Gift;
const logged: string[] = [];
beforeAll(async () => {
  system = await createTestSystem({ LOG_LEVEL: 'trace' }, { onLogLine: (line) => void logged.push(line) });
  callers = await newCallers(system);
  gift = await makeGift(system, { amount: 1_000, recipient: callers.person });
});
afterAll(() => system.close());

/** Canary values for every field and parameter. No log line may contain them in readable form. */
const BODY = {
  password: CANARY,
  currentPassword: CANARY,
  newPassword: CANARY,
  token: CANARY,
  accessToken: CANARY,
  refreshToken: CANARY,
  deviceToken: CANARY,
  claimToken: CANARY,
  apiKey: CANARY,
  code: CANARY,
  otp: OTP,
  email: `${CANARY}@example.test`,
  contactEmail: `${CANARY}@example.test`,
  recipientEmail: `${CANARY}@example.test`,
  merchantCode: CANARY,
  phoneNumber: MSISDN,
  phone: MSISDN,
  msisdn: MSISDN,
  partyA: MSISDN,
  recipientMsisdn: MSISDN,
  firstName: CANARY,
  fullName: CANARY,
  message: CANARY,
  reason: CANARY,
};

test('A24 no secret that a client sends in any field appears in the log or in the refusal', async () => {
  const before = logged.length;
  for (const endpoint of endpoints.filter((one) => !one.isStream)) {
    const authorization = authorizationFor(endpoint, callers);
    const path = pathOf(endpoint)
      .replace('0000-0000-0000-0000', CANARY)
      .replace('never-a-link-of-ours', CANARY);
    const isRead = endpoint.method === 'GET';
    const { statusCode, body } = await system.http.inject({
      method: endpoint.method,
      url: `${path}?search=${CANARY}&token=${CANARY}`,
      headers: {
        authorization,
        'x-requestid': randomUUID(),
        'x-api-key': CANARY,
        cookie: `session=${CANARY}`,
      },
      // Some fields are invalid, so that no request ends a session and the answer describes the problem.
      ...(!isRead && { payload: { ...BODY, rememberMe: 7, userId: 7, reason: 7, subject: 7 } }),
    });
    expect(statusCode, endpoint.path).toBeLessThan(500);
    expect(statusCode >= 400 && body.includes(CANARY), endpoint.path).toBe(false);
  }
  for (const { path } of [contract.login, contract.adminLogin, contract.merchantLogin, contract.refresh]) {
    await system.http.inject({ method: 'POST', url: path, payload: BODY });
  }
  const text = logged.slice(before).join('\n');
  expect(logged.length - before).toBeGreaterThan(endpoints.length / 2);
  for (const secret of [
    CANARY,
    OTP,
    MSISDN,
    callers.person.bearer,
    callers.administrator.bearer,
    callers.shop.basic,
  ]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString('base64'));
  }
});

test('A24 no column of the database holds a readable password, code, link, token or key secret', async () => {
  // The previous test's requests signed out the people of the first shop, so use another.
  const other = await newShop(system);
  await redeemAtTillPage(system, other.owner, gift.code, { amount: 100 });
  const made = await system.api.call(
    contract.updateMerchantSecret,
    {
      body: { apiKey: other.basic.split(':')[0] ?? '' },
    },
    { bearer: other.owner.bearer },
  );
  const till = await system.api.call(
    contract.makeApiKey,
    { body: { name: 'Till 2', rights: 'everything' } },
    { bearer: other.owner.bearer },
  );
  const recipient = { name: 'Wanjiru wa Maisha', phone: '0712990018', email: 'wanjiru.maisha@example.test' };
  await system.call(
    contract.createVoucher,
    { headers: { 'idempotency-key': gift.code }, body: { amount: 10, recipient, message: 'Heri' } },
    { basic: `${till.apiKey}:${till.apiSecret}` },
  );
  const { signingSecret = '' } = await system.api.call(
    contract.saveWebhook,
    { body: { url: 'https://8.8.8.8/hook' } },
    { bearer: other.owner.bearer },
  );
  const secrets = [gift.code, gift.code.replaceAll('-', ''), gift.claimToken, made.apiSecret, signingSecret];
  secrets.push(till.apiSecret);
  secrets.push(callers.person.bearer, other.basic.split(':')[1] ?? '', 'Zawadi-demo-1');
  const { rows: columns } = await system.owner.query<{ table: string; column: string; type: string }>(
    `select table_schema || '.' || table_name as table, column_name as column, data_type as type
     from information_schema.columns
     where table_schema not in ('pg_catalog', 'information_schema') and table_name in
       (select table_name from information_schema.tables where table_type = 'BASE TABLE')
       and data_type in ('text', 'json', 'jsonb', 'bytea', 'character varying', 'ARRAY')`,
  );
  expect(columns.length).toBeGreaterThan(150);
  const found: string[] = [];
  for (const { table, column, type } of columns) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const { rows } = await system.owner.query(
      `select 1 from ${table} where exists (select from unnest($1::text[]) s where strpos(${text}, s) > 0) limit 1`,
      [secrets.filter((secret) => secret.length > 8)],
    );
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  expect(found).toEqual([]);
});
