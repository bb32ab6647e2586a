import {
  addressOf,
  claimVoucher,
  closeFraudCase,
  exportAccount,
  fileFraudCaseReport,
  listFraudCases,
  noteFraudCase,
  openFraudCase,
  prepareFraudCaseReport,
  type Endpoint,
} from '@zawadi/contract';
import { randomUUID } from 'node:crypto';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { raiseAlert } from '../../../testing/fraud-alerts.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { endpoints, untilQuiet } from '../../../testing/raw-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { newShop, redeemAtTillPage } from '../../../testing/shops.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  administrator = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

/** Everything that a subject can read about themselves without naming an object. */
const readsOf = (audience: 'consumer' | 'merchant') =>
  endpoints.filter(
    (one) =>
      one.method === 'GET' && !one.isStream && [audience, 'signed-in'].includes(one.audience) && !one.params,
  );

/** Reads one answer after the other, because few files may be exported at once. */
async function answersTo(reads: Endpoint[], bearer: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const { path, example } of reads) {
    const { statusCode, body } = await system.http.inject({
      url: addressOf({ path }, { query: example?.query ?? {} }),
      headers: { authorization: `Bearer ${bearer}` },
    });
    answers[path] = `${statusCode} ${body}`;
  }
  return answers;
}

/** Answers that change from one reading to the next, for example with the time. */
async function steadyAnswers(audience: 'consumer' | 'merchant', bearer: string) {
  const reads = readsOf(audience);
  const [first, second] = [await answersTo(reads, bearer), await answersTo(reads, bearer)];
  return reads.filter(({ path }) => first[path] === second[path] && first[path]?.startsWith('200'));
}

const WORD = 'Ghasia';

async function reportOn(about: object): Promise<string> {
  const caseId = randomUUID();
  const params = { caseId };
  const opening = { caseId, about, text: `${WORD} opened` } as never;
  await system.call(openFraudCase, { body: opening }, administrator);
  const note = { noteId: randomUUID(), text: `${WORD} noted` };
  await system.call(noteFraudCase, { params, body: note }, administrator);
  const reportId = randomUUID();
  const body = { reportId, from: '2026-01-01', to: '2026-12-31', grounds: `${WORD} reported` };
  await system.call(prepareFraudCaseReport, { params, body }, administrator);
  const filed = { filedOn: '2026-11-20', reference: `${WORD}-1` };
  await system.call(fileFraudCaseReport, { params: { caseId, reportId }, body: filed }, administrator);
  const closing = { outcome: 'confirmed', reason: `${WORD} closed` } as const;
  const { answer } = await system.call(closeFraudCase, { params, body: closing }, administrator);
  expect(answer).toMatchObject({ status: 'closed', alertCount: 1 });
  return caseId;
}

const countMessages = async () =>
  (await system.owner.query('select count(*)::int as count from outbox')).rows[0] as unknown;

test('A63 a consumer learns nothing of a case and a report: no answer changes, and no message is sent', async () => {
  const person = await newConsumer(system);
  const { claimToken } = await makeGift(system, { amount: 1_000, recipient: person });
  await system.call(claimVoucher, { body: { claimToken } }, { bearer: person.bearer });
  await raiseAlert(system, { userId: person.user.id });
  await untilQuiet(system);
  const reads = await steadyAnswers('consumer', person.bearer);
  expect(reads.length).toBeGreaterThan(8);
  const exported = async () =>
    (
      await system.http.inject({
        method: exportAccount.method,
        url: exportAccount.path,
        headers: { authorization: `Bearer ${person.bearer}` },
        payload: { password: DEMO_PASSWORD },
      })
    ).body.replace(/"exportedAt": "[^"]+"/u, '');
  const [before, file, messages] = [
    await answersTo(reads, person.bearer),
    await exported(),
    await countMessages(),
  ];
  const caseId = await reportOn({ kind: 'user', userId: person.user.id });
  await untilQuiet(system);
  expect(await answersTo(reads, person.bearer)).toEqual(before);
  expect(await exported()).toBe(file);
  expect(file).toContain(person.email);
  expect(file).not.toContain(caseId);
  expect(await countMessages()).toEqual(messages);
});

test('A63 a shop learns nothing of a case and a report: no answer changes, and no message is sent', async () => {
  const shop = await newShop(system);
  const { code } = await makeGift(system, { amount: 1_000 });
  await redeemAtTillPage(system, shop.cashier, code, { amount: 100 });
  await raiseAlert(system, { merchantId: shop.merchantId });
  await untilQuiet(system);
  const { rows } = await system.owner.query<{ code: string }>(
    'select merchant_code as code from merchants where id = $1',
    [shop.merchantId],
  );
  const reads = await steadyAnswers('merchant', shop.owner.bearer);
  expect(reads.length).toBeGreaterThan(8);
  const [before, messages] = [await answersTo(reads, shop.owner.bearer), await countMessages()];
  await reportOn({ kind: 'merchant', merchantCode: rows[0]?.code });
  await untilQuiet(system);
  expect(await answersTo(reads, shop.owner.bearer)).toEqual(before);
  expect(await countMessages()).toEqual(messages);
});

test('A63 consumers and shops cannot call the cases', async () => {
  const [person, shop] = [await newConsumer(system), await newShop(system)];
  for (const { bearer } of [person, shop.owner])
    expect((await system.call(listFraudCases, { query: {} }, { bearer })).status).toBe(403);
});
