import { randomBytes, randomUUID } from 'node:crypto';
import { login, renewRecoveryCodes, saveWebhook, systemHealth, showCodeByLink } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson, type SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { readGift } from '@zawadi/story/steps';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift, makeGifts, type Gift } from '../../../testing/gifts.ts';
import { issue, ownerOf } from '../../../testing/merchant-api-calls.ts';
import { postTo } from '../../../testing/provider-side.ts';
import { register, untilStatus } from '../../../testing/purchase-calls.ts';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, owedTo, redeem, type Till } from '../../../testing/tills.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { startReceiver, type Receiver } from '../../merchants/webhooks/testing/start-receiver.ts';
import {
  confirmNextAddress,
  describeAddresses,
  sendNewPayBillAddress,
  sendPayBillAddresses,
} from '../../money/callbacks/index.ts';
import {
  asOwner,
  firstProcess,
  ageSealingReports,
  ringOf,
  rotate,
  secondProcess,
  usesOf,
  type Process,
} from './testing/processes.ts';
import { codeAt, newGuarded, type Guarded } from './testing/guarded.ts';

vi.setConfig({ testTimeout: 360_000 });

const OLD = randomBytes(48).toString('base64');
const NEW = randomBytes(48).toString('base64');

let system: TestSystem;
let one: Process;
let other: Process;
let till: Till;
let receiver: Receiver;
let signingSecret: string;
let buyer: SignedIn;
let guarded: Guarded;
let spent: Gift;
beforeAll(async () => {
  system = await createTestSystem({ APP_SECRET: OLD });
  one = firstProcess(system);
  other = await secondProcess(system);
  for (const process of [one, other]) await process.restart(OLD);
  await sendPayBillAddresses(system.deps);
  till = await newTill(system);
  receiver = await startReceiver();
  const saved = await system.api.call(
    saveWebhook,
    { body: { url: receiver.url } },
    await ownerOf(system, till),
  );
  signingSecret = saved.signingSecret ?? '';
  buyer = await newConsumer(system);
  guarded = await newGuarded(system);
  spent = await makeGift(system, { amount: 10_000, buyerId: buyer.user.id });
});
afterAll(async () => {
  for (const process of [one, other]) await process.stop();
  await receiver.close();
  await system.close();
});

async function signIn(process: Process, { person: { email } }: Guarded, otp: string): Promise<string> {
  const { outcome, answer } = await process.call(login, { body: { email, password: DEMO_PASSWORD, otp } });
  expect(outcome).toBe('ok');
  return answer.accessToken;
}

type Redemption = { id: string; key: string; amount: number; redemptionId: string };
const redemptions: Redemption[] = [];

async function redeemOnce(process: Process, gift: Gift, key: string = randomUUID()): Promise<void> {
  const { outcome, answer } = await redeem(process, till, gift.code, { amount: 1, key });
  expect(outcome).toBe('ok');
  redemptions.push({ id: gift.code, key, amount: 1, redemptionId: answer.redemption.id });
}

/** Repeats every redemption, like a till that got no answer, and expects the first answer, whichever key is in use. */
async function repeatAll(process: Process): Promise<void> {
  for (const { id, key, amount, redemptionId } of redemptions) {
    const { outcome, answer } = await redeem(process, till, id, { amount, key });
    expect({ outcome, id: answer.redemption?.id }).toEqual({ outcome: 'ok', id: redemptionId });
  }
}

async function readLink(process: Process, { claimToken }: Gift): Promise<string | undefined> {
  return (await process.call(showCodeByLink, { body: { claimToken } })).answer.code;
}

/** Sells a gift that the buyer pays at the pay bill. Notifies the recipient by SMS, and redeems part of the gift. */
async function sellByHand(process: Process): Promise<void> {
  const recipient = newPerson('Kip', 'Rotich');
  const bearer = await freshBearer(process, buyer);
  const registered = await register(process, { ...buyer, bearer }, { amount: 1_000, recipient });
  const { billReferenceNumber: reference } = registered;
  await system.provider.payBill({ msisdn: buyer.phoneNumber, amount: 1_000, reference });
  await untilStatus(process, { ...buyer, bearer }, registered, 'COMPLETED');
  const { code } = await readGift(system, recipient);
  expect((await redeem(process, till, code, { amount: 1 })).outcome).toBe('ok');
}

async function freshBearer({ api }: Process, { email }: SignedIn): Promise<string> {
  return (await api.call(login, { body: { email, password: DEMO_PASSWORD } })).accessToken;
}

const issues: { key: string; code: string }[] = [];

/** Uses every feature once on one process, with data of other processes and of earlier key rings. */
async function serve(process: Process): Promise<void> {
  await redeemOnce(process, spent);
  await repeatAll(process);
  expect((await readLink(process, spent))?.replaceAll('-', '')).toBe(spent.code);
  await signIn(process, guarded, guarded.recoveryCodes.pop() ?? '');
  const key = randomUUID();
  const body = {
    amount: 10,
    recipient: { name: 'Kip Rotich', phone: '254712345678', email: 'kip@example.test' },
  };
  issues.push({ key, code: (await issue(process, till, body, key)).answer.code });
  for (const issued of issues) {
    expect((await issue(process, till, body, issued.key)).answer.code).toBe(issued.code);
  }
  await sellByHand(process);
}

function payBillAddresses() {
  return inTransaction(system.deps.db, (tx) => describeAddresses(tx, system.deps.keys));
}

function activateNextAddress() {
  return asOwner(system, (db) => inTransaction(db, (tx) => confirmNextAddress(tx, { isForced: false })));
}

/** Reports a payment to a callback URL; returns the reports that are stored. */
async function reportsTo(token: string): Promise<string[]> {
  const TransID = `Q${randomBytes(5).toString('hex').slice(0, 9).toUpperCase()}`;
  const body = {
    TransID,
    TransTime: '20261120101500',
    TransAmount: '5',
    BusinessShortCode: '600100',
    BillRefNumber: 'X',
  };
  await postTo(`http://127.0.0.1:${system.deps.config.port}/api/hooks/${token}`, body);
  const said = `select purpose from provider_messages where body->>'TransID' = $1`;
  const { rows } = await system.owner.query<{ purpose: string }>(said, [TransID]);
  return rows.map(({ purpose }) => purpose);
}

// Each test continues from the state that the tests before it have left.
describe('a change of the secret', { shuffle: false }, () => {
  test('changes the secret while two processes serve requests, without a loss, until the old secret can be dropped', async () => {
    const gifts = await makeGifts(system, 20, { amount: 100 });
    await serve(one);

    // Every process gets the new secret before any process seals with it.
    await one.restart(OLD, NEW);
    await Promise.all([serve(one), redeemOnce(other, gifts[0] ?? spent)]);
    await other.restart(OLD, NEW);
    await one.restart(NEW, OLD);
    await serve(one);
    await serve(other);
    const [bearerOfOld, bearerOfNew] = [await freshBearer(other, buyer), await freshBearer(one, buyer)];
    for (const process of [one, other]) {
      for (const bearer of [bearerOfOld, bearerOfNew]) {
        expect((await register(process, { ...buyer, bearer }, { amount: 100 })).requestId).not.toBe('');
      }
    }
    await other.restart(NEW, OLD);
    expect(Object.keys(await usesOf(system, OLD))).toEqual(
      expect.arrayContaining(['voucher codes', 'second factors', 'webhook secrets', 'pay-bill addresses']),
    );

    await expect(rotate(system, [NEW, OLD])).rejects.toThrow('was sealed with until');
    await ageSealingReports(system);
    // Both processes redeem vouchers and repeat redemptions while values are resealed.
    const [rotation] = await Promise.all([
      rotate(system, [NEW, OLD]),
      ...gifts.map((gift, n) => redeemOnce(n % 2 === 0 ? one : other, gift)),
      ...redemptions.slice(0, 3).map(({ id, key, amount }) => redeem(other, till, id, { amount, key })),
      readLink(other, spent),
      serve(one),
    ]);
    expect(rotation.unreadable).toEqual([]);
    expect(rotation.nextAddress).toMatch(/^\d{4}-\d\d-\d\d …[0-9a-f]{4}$/u);
    expect((await rotate(system, [NEW, OLD])).nextAddress).toBeUndefined();
    expect(await usesOf(system, OLD)).toEqual({ 'people with recovery codes': 1 });
    expect(await usesOf(system, null)).toEqual({});

    // Recovery codes get the new key only when their owner renews them, so the old key is still needed.
    await expect(other.restart(NEW)).rejects.toThrow(
      new RegExp(
        `^The key ${ringOf([OLD])[0].id} is missing, and still needed for people with recovery codes \\(1\\): `,
        'u',
      ),
    );
    await signIn(other, guarded, guarded.recoveryCodes.pop() ?? '');
    const bearer = await signIn(one, guarded, codeAt(guarded));
    guarded.steps = 1;
    ({ recoveryCodes: guarded.recoveryCodes } = await one.api.call(
      renewRecoveryCodes,
      { body: { password: DEMO_PASSWORD, otp: codeAt(guarded) } },
      { bearer },
    ));
    expect(await usesOf(system, OLD)).toEqual({});

    for (const process of [one, other]) await process.restart(NEW);
    for (const process of [one, other]) await serve(process);
    await expect(one.restart(OLD)).rejects.toThrow(`The key ${ringOf([NEW])[0].id} is missing`);
    await eventually('webhooks of every redemption, signed as ever', async () => {
      const told = receiver.heard.map(({ headers, body }) =>
        new Webhook(signingSecret).verify(body, headers as Record<string, string>),
      );
      const seen = new Set(told.flatMap((event) => JSON.stringify(event).match(/[0-9a-f-]{36}/gu) ?? []));
      return redemptions.every(({ redemptionId }) => seen.has(redemptionId)) ? true : undefined;
    });
    const { rows } = await system.owner.query<{ count: number }>(
      'select count(*)::int as count from redemptions',
    );
    const ids = new Set(redemptions.map(({ redemptionId }) => redemptionId));
    // Each of these sales had one redemption too. A repetition that redeemed a second time would make the count too
    // high.
    expect(rows[0]?.count).toBe(ids.size + issues.length);
    expect(await owedTo(system, till)).toBeGreaterThan(0);
  });

  test('accepts the former pay-bill URL until the operator confirms that M-PESA uses the next one', async () => {
    const [inUse, next] = await payBillAddresses();
    expect([inUse?.state, next?.state]).toEqual(['CURRENT', 'NEXT']);
    const administrator = await newAdministrator(system, 'support');
    const readAddresses = async () =>
      (await system.call(systemHealth, {}, { bearer: administrator.bearer })).answer.callbacks.payBill;
    expect(await activateNextAddress()).toEqual({ label: next?.label, isInUse: false });
    await sendNewPayBillAddress(system.deps);
    await sellByHand(one);
    expect(await readAddresses()).toEqual([
      { address: inUse?.label, isNext: false, lastReceivedAt: expect.any(String) },
      { address: next?.label, isNext: true, lastReceivedAt: expect.any(String) },
    ]);
    expect(await reportsTo(inUse?.confirmationToken ?? '')).toEqual(['c2b']);
    expect(await activateNextAddress()).toEqual({ label: next?.label, isInUse: true });
    expect(await reportsTo(inUse?.confirmationToken ?? '')).toEqual(['c2b_retired']);
    await system.owner.query(`update callback_tokens set retired_at = retired_at - interval '7 days'`);
    expect(await reportsTo(inUse?.confirmationToken ?? '')).toEqual([]);
    expect(await reportsTo(next?.confirmationToken ?? '')).toEqual(['c2b']);
    expect(await readAddresses()).toMatchObject([{ address: next?.label, isNext: false }]);
    expect(await activateNextAddress()).toBeUndefined();
  });
});
