import { randomUUID } from 'node:crypto';
import * as contract from '@zawadi/contract';
import type { Endpoint } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { block, blocksOf, requestBlock, unblock, type Pair } from '../../../testing/block-list-calls.ts';
import { authorizationFor, newCallers, type Callers } from '../../../testing/callers.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { newDevice, type Device } from '../../../testing/device.ts';
import { everyRow } from '../../../testing/every-row.ts';
import { bodiesOf } from '../../../testing/examples.ts';
import { makeGift } from '../../../testing/gifts.ts';
import type { PeopleApp } from '../../../testing/people-app.ts';
import { endpoints, nameOf, pathOf, sendRaw, type RawReply } from '../../../testing/raw-calls.ts';
import { approve } from '../../../testing/refund-calls.ts';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let callers: Callers;
let pair: Pair;
const logged: Record<string, unknown>[] = [];
beforeAll(async () => {
  system = await createTestSystem(
    { LOG_LEVEL: 'warn', PUBLIC_URL: 'https://zawadi.test' },
    { onLogLine: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
  );
  callers = await newCallers(system);
  pair = [await newAdministrator(system, 'support'), await newAdministrator(system, 'administrator')];
});
afterAll(() => system.close());

const BLOCKED = '41.90.64.7';
const FREE = '41.90.65.7';
const isRefused = (endpoint: Endpoint) => endpoint.isRefusedToBlocked === true;

function send(endpoint: Endpoint, remoteAddress: string, body = bodyOf(endpoint)): Promise<RawReply> {
  const headers = {
    authorization: endpoint.audience === 'anyone' ? '' : authorizationFor(endpoint, callers),
    'idempotency-key': randomUUID(),
    'x-requestid': contract.sample.id,
  };
  const payload = body && { payload: JSON.stringify(body) };
  return sendRaw(system, {
    method: endpoint.method,
    path: pathOf(endpoint),
    headers,
    ...payload,
    remoteAddress,
  });
}

function bodyOf(endpoint: Endpoint): object | undefined {
  return endpoint.body && !endpoint.upload ? bodiesOf(endpoint)[0] : undefined;
}

const STILL_ANSWERED: Endpoint[] = [
  contract.providerCallback,
  contract.confirmPayment,
  contract.purchaseDetails,
  contract.withdrawalStatus,
  contract.cancelGift,
  contract.captureHold,
  contract.captureHoldAtPortal,
  contract.releaseHold,
  contract.reverseRedemptionByMachine,
  contract.viewVoucher,
  contract.showCodeByLink,
  contract.userDetails,
  contract.freezeWallet,
  contract.exportAccount,
  contract.refresh,
  contract.logout,
];

const codeOf = ({ json }: RawReply) => String(json['code'] ?? 'ok');

test('these calls begin something new, and no others', () => {
  expect(endpoints.filter(isRefused).map(nameOf).toSorted()).toMatchInlineSnapshot(`
    [
      "POST /api/account-security/v1/passkeys/sign-in/:audience",
      "POST /api/auth/v1/login",
      "POST /api/auth/v1/signup",
      "POST /api/merchants/v1/login",
      "POST /api/merchants/v1/vouchers/create",
      "POST /api/mpesa/b2c",
      "POST /api/mpesa/purchase",
      "POST /api/mpesa/register-transaction",
      "POST /api/purchases/v1/:requestId/wallet-payment",
      "POST /api/purchases/v1/baskets",
      "POST /api/redemptions/v1/redeem",
      "POST /api/v1/vouchers/:id/hold",
      "POST /api/v1/vouchers/:id/redeem",
      "POST /api/v1/vouchers/create",
      "POST /api/vouchers/v1/claim",
      "POST /api/vouchers/v1/claim-by-code",
      "POST /api/vouchers/v1/claim/code",
      "POST /api/vouchers/v1/claim/new-person",
    ]
  `);
});

test('A61 a blocked network begins nothing, and another network begins as before', async () => {
  const entry = await block(system, pair, { kind: 'address', value: `${BLOCKED}/24` });
  const begun = endpoints.filter(isRefused);
  await everyRow(begun, nameOf, async (endpoint) => {
    expect(codeOf(await send(endpoint, BLOCKED))).toBe('not_available_here');
    expect(codeOf(await send(endpoint, FREE))).not.toBe('not_available_here');
  });
  const [counted] = await blocksOf(system, pair[0], BLOCKED);
  expect(counted).toMatchObject({ hits: begun.length, lastHitAt: expect.any(String) });
  expect(logged).toContainEqual(
    expect.objectContaining({
      event: 'block-list.refused',
      what: 'address',
      entry: entry.entryId,
      address: BLOCKED,
    }),
  );

  await unblock(system, pair, entry);
  expect(codeOf(await send(contract.signup, BLOCKED))).toBe('ok');
});

test('a blocked network still reads, finishes what it began, and reaches us with callbacks', async () => {
  await block(system, pair, { kind: 'address', value: '41.90.66.7' });
  await everyRow(STILL_ANSWERED, nameOf, async (endpoint) => {
    const body = endpoint.audience === 'provider' ? {} : bodyOf(endpoint);
    expect(codeOf(await send(endpoint, '41.90.66.7', body))).not.toBe('not_available_here');
  });
  const { claimToken } = await makeGift(system, { amount: 500 });
  for (const url of ['/healthz', '/readyz', `/api/vouchers/v1/public/${claimToken}`]) {
    expect((await system.http.inject({ url, remoteAddress: '41.90.66.7' })).statusCode).toBe(200);
  }
});

test('the refusal asks people to contact support and does not say what is blocked', async () => {
  await block(system, pair, { kind: 'address', value: '41.90.67.7' });
  const { status, json } = await send(contract.login, '41.90.67.7');
  expect([status, json['responseMessage']]).toEqual([
    403,
    'We can’t do this for you right now. Please contact support.',
  ]);
  const machine = await send(contract.redeemVoucher, '41.90.67.7');
  expect([machine.status, machine.json['code']]).toEqual([403, 'not_available_here']);
  expect(machine.json['detail']).toContain('this request did nothing');
});

test.each([
  ['2c0f:fe38:2100:5::7', '2c0f:fe38:2100:5:ffff::1', '2c0f:fe38:2100:6::7'],
  ['2c0f:fe38:4400::/40', '2c0f:fe38:44ff:1::1', '2c0f:fe38:4500::1'],
  ['105.160.0.0/16', '105.160.255.1', '105.161.0.1'],
  ['105.162.1.1', '::ffff:105.162.1.1', '105.162.1.2'],
])('the entry %s covers %s and not %s', async (value, inside, outside) => {
  await block(system, pair, { kind: 'address', value });
  expect(codeOf(await send(contract.login, inside))).toBe('not_available_here');
  expect(codeOf(await send(contract.login, outside))).toBe('invalid_credentials');
});

test('administrators sign in from a blocked network, so that they can remove the entry', async () => {
  await block(system, pair, { kind: 'address', value: '41.80.1.1' });
  const passkey = {
    ...contract.signInByPasskey,
    path: contract.signInByPasskey.path.replace(':audience', 'admin'),
  };
  expect(codeOf(await send(contract.adminLogin, '41.80.1.1'))).toBe('invalid_credentials');
  expect(codeOf(await send(passkey, '41.80.1.1'))).toBe('passkey_refused');
  expect(codeOf(await send(contract.adminListUsers, '41.80.1.1'))).toBe('ok');
});

test('neither administrator can block the network in use at that moment', async () => {
  const value = '41.81.0.0/16';
  const ask = (endpoint: Endpoint, body: object, { bearer }: { bearer: string }, remoteAddress: string) =>
    sendRaw(system, {
      method: endpoint.method,
      path: endpoint.path,
      headers: { authorization: `Bearer ${bearer}` },
      payload: JSON.stringify(body),
      remoteAddress,
    });
  const wanted = { kind: 'address', value, reason: 'Fraud case 12' };
  const own = await ask(contract.addBlock, wanted, pair[0], '41.81.3.4');
  expect(codeOf(own)).toBe('blocks_yourself');
  const { answer } = await requestBlock(system, pair[0], { kind: 'address', value });
  if (answer.action.outcome !== 'waiting') throw new Error('it did not wait');
  const { approvalId } = answer.action;
  const approved = await ask(contract.approveRequest, { approvalId, reason: '' }, pair[1], '41.81.9.9');
  expect(codeOf(approved)).toBe('blocks_yourself');
  expect((await approve(system, pair[1], approvalId)).outcome).toBe('ok');
});

test('an entry ends by the clock of the database', async () => {
  const address = '41.82.1.1';
  const { entryId } = await block(system, pair, { kind: 'address', value: address, lastDay: '2100-01-01' });
  expect(codeOf(await send(contract.login, address))).toBe('not_available_here');
  await system.owner.query('update block_list_entries set ends_at = moment() where id = $1', [entryId]);
  await expect.poll(async () => codeOf(await send(contract.login, address))).toBe('invalid_credentials');
  expect(await blocksOf(system, pair[0], address)).toMatchObject([{ status: 'Ended' }]);
});

test('every process applies a new entry within a second', async () => {
  const other = await system.addApi();
  const { phoneNumber } = await newConsumer(system);
  const signUp = () =>
    other.call(contract.signup, {
      body: { ...contract.signup.example.body, phoneNumber, email: `${randomUUID()}@zawadi.test` },
    });
  expect((await signUp()).outcome).toBe('ok');
  await block(system, pair, { kind: 'number', value: phoneNumber });
  await expect.poll(async () => (await signUp()).outcome, { timeout: 3_000 }).toBe('not_available_here');
});

/** Sends calls of a device to the whole system, under the public host that its proofs name. */
function newBrowser(): Promise<Device> {
  const call: PeopleApp['call'] = async (endpoint, body, { token, headers = {} } = {}) => {
    const reply = await sendRaw(system, {
      method: endpoint.method,
      path: pathOf(endpoint),
      headers: {
        host: 'zawadi.test',
        'x-requestid': contract.sample.id,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return { ...reply, json: Object(reply.json), headers: Object(reply.headers), text: '' };
  };
  return newDevice({ call });
}

test('A61 a blocked device begins nothing in an open session, signs in nowhere, and still reads', async () => {
  const [browser, other] = [await newBrowser(), await newBrowser()];
  const person = await newConsumer(system);
  const credentials = { email: person.email, password: DEMO_PASSWORD };
  const signedIn = await browser.call(contract.login, credentials);
  const token = String(Object(signedIn.json.body)['accessToken']);
  await block(system, pair, { kind: 'device', value: browser.thumbprint });

  const begun = endpoints.filter((one) => isRefused(one) && one.audience === 'consumer');
  await everyRow(begun, nameOf, async (endpoint) => {
    const { json } = await browser.call(endpoint, bodyOf(endpoint), { token });
    expect(json.code).toBe('not_available_here');
  });
  expect((await browser.call(contract.login, credentials)).json.code).toBe('not_available_here');
  expect((await browser.call(contract.userDetails, {}, { token })).status).toBe(200);
  expect((await other.call(contract.login, credentials)).status).toBe(200);
  expect(await blocksOf(system, pair[0], browser.thumbprint)).toMatchObject([{ hits: begun.length + 1 }]);
});
