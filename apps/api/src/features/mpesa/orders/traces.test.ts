import { paths } from '@zawadi/mpesa/wire/paths';
import type { SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJobs } from '../../../app-worker.ts';
import { recordRun } from '../../../platform/jobs/job-runs.ts';
import { createLog } from '../../../platform/log.ts';
import { currentTraceparent, inSpan, startTracing } from '../../../platform/tracing/tracing.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { readGiftOf, type Gift } from '../../../testing/gifts.ts';
import {
  answerPrompt,
  registerAndStart,
  untilStatus,
  type Registered,
} from '../../../testing/purchase-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { startTraceCollector, type TraceCollector } from '../../../testing/trace-collector.ts';
import {
  newSaver,
  phoneBalance,
  registerWithdrawal,
  startOf,
  untilWithdrawal,
  type RegisteredWithdrawal,
} from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';

let collector: TraceCollector;
let system: TestSystem;
let buyer: SignedIn;
let saver: SignedIn;
let purchase: Registered;
let withdrawal: RegisteredWithdrawal;
let gift: Gift;
const logged: { traceId?: string; msg: string }[] = [];
const ofStranger = '0af7651916cd43dd8448eb211c80319c';

beforeAll(async () => {
  collector = await startTraceCollector();
  const log = createLog({ level: 'warn', name: 'test', write: (line) => logged.push(JSON.parse(line)) });
  const { endpoint } = collector;
  const stopTracing = await startTracing({ endpoint, sampledShare: 1, service: 'zawadi-test', log });
  system = await createTestSystem(
    { LOG_LEVEL: 'debug' },
    { onLogLine: (line) => logged.push(JSON.parse(line)) },
  );
  await sendPayBillAddresses(system.deps);
  buyer = await newConsumer(system);
  saver = await newSaver(system);
  await buy();
  await withdrawThroughTheWorker();
  await redeem(system, await newTill(system), gift.code, { amount: 100 });
  await system.http.inject({
    method: 'POST',
    url: '/api/mpesa/confirm-payment',
    headers: { traceparent: `00-${ofStranger}-b7ad6b7169203331-01` },
  });
  await system.idle();
  await eventually('messages that have gone out', async () => {
    const { rows } = await system.owner.query(
      `select from outbox where state = 'pending' and topic in ('sms', 'email')`,
    );
    return rows.length === 0 ? true : undefined;
  });
  await stopTracing();
  // On a busy machine the last spans arrive only after the process has stopped, because stopping waits only briefly for
  // them.
  await eventually('the last span', async () =>
    collector.spans.find(({ name }) => name === 'POST /api/mpesa/confirm-payment'),
  );
});
afterAll(async () => {
  await system.close();
  await collector.close();
});

async function buy(): Promise<void> {
  purchase = await registerAndStart(system, buyer, { amount: 1_000 });
  await answerPrompt(system, buyer.phoneNumber, purchase);
  await untilStatus(system, buyer, purchase, 'COMPLETED');
  gift = await readGiftOf(system.deps, purchase.requestId);
}

/** Makes a withdrawal whose answer and callback are lost, so that the worker's job has to query the result. */
async function withdrawThroughTheWorker(): Promise<void> {
  withdrawal = await registerWithdrawal(system, saver, 1_000);
  await system.sandbox.behave({
    executeThenDrop: { path: paths.b2c, times: 1 },
    callback: { drop: true },
  });
  await startOf(system, saver, withdrawal);
  await eventually('the money on the phone', async () =>
    (await phoneBalance(system, saver)) > 50_000 ? true : undefined,
  );
  await system.sandbox.behave({ callback: { drop: false } });
  const job = listJobs(system.deps).find(({ name }) => name === 'poll-orders');
  if (!job) throw new Error('there is no job that polls');
  for (let n = 0; n < 2; n += 1) {
    await system.owner.query('update orders set next_poll_at = moment() where next_poll_at is not null');
    await recordRun(system.deps.db, job);
  }
  await untilWithdrawal(system, saver, withdrawal, 'COMPLETED');
}

/** Returns the spans of this request's trace, the sender's span first, then by end time. */
function traceOf(name: string) {
  const request = collector.spans.find((one) => one.name === name);
  const spans = collector.spans.filter(({ traceId }) => traceId === request?.traceId);
  return { traceId: request?.traceId, names: spans.map((one) => one.name), spans };
}

test('a purchase is one trace of request, prompt, callback and messages', () => {
  const { names, spans } = traceOf('POST /api/mpesa/purchase');
  expect(names).toEqual(
    expect.arrayContaining([
      'POST /api/mpesa/purchase',
      'send order',
      'mpesa stk_push',
      'receive purchase_result',
      'apply purchase_result',
      'outbox sms',
      'sms send',
    ]),
  );
  const idOf = (name: string) => spans.find((one) => one.name === name)?.spanId;
  const parentOf = (name: string) => spans.find((one) => one.name === name)?.parentSpanId;
  expect(parentOf('send order')).toBe(idOf('POST /api/mpesa/purchase'));
  expect(parentOf('mpesa stk_push')).toBe(idOf('send order'));
  expect(parentOf('apply purchase_result')).toBe(idOf('receive purchase_result'));
  expect(parentOf('sms send')).toBe(idOf('outbox sms'));
  expect(spans.find(({ name }) => name === 'apply purchase_result')?.attributes).toMatchObject({
    'zawadi.outcome': 'completed',
  });
  const received = spans.find(({ name }) => name === 'receive purchase_result');
  const callback = collector.spans.find(({ traceId }) => received?.linkedTo.includes(traceId));
  expect(callback?.name).toBe('POST /api/hooks/:token');
});

test('a withdrawal whose answer was lost is one trace of request, polling job and result', () => {
  const { traceId, names, spans } = traceOf('POST /api/mpesa/b2c');
  expect(names).toEqual(
    expect.arrayContaining(['send order', 'mpesa b2c', 'poll order', 'apply withdrawal_status']),
  );
  const poll = spans.find(({ name }) => name === 'poll order');
  const job = collector.spans.find((one) => poll?.linkedTo.includes(one.traceId));
  expect(job?.name).toBe('job poll-orders');
  expect(job?.traceId).not.toBe(traceId);
  const unanswered = logged.find(({ msg }) => msg === 'M-PESA did not answer an order');
  expect(unanswered?.traceId).toBe(traceId);
});

test('a request starts its own trace and ignores the trace that its caller names', () => {
  expect(collector.spans.map(({ name }) => name)).toContain('POST /api/mpesa/confirm-payment');
  expect(collector.spans.map(({ traceId }) => traceId)).not.toContain(ofStranger);
});

test('spans contain no personal data', () => {
  expect(collector.spans.length).toBeGreaterThan(20);
  const secrets = [buyer, saver].flatMap(({ phoneNumber, email, firstName, lastName, bearer, user }) => [
    phoneNumber,
    phoneNumber.slice(3),
    email,
    firstName,
    lastName,
    bearer,
    user.id,
  ]);
  const { billReferenceNumber } = purchase;
  secrets.push(gift.code, gift.claimToken, billReferenceNumber, withdrawal.billReferenceNumber);
  const bodies = collector.bodies.join('\n');
  for (const secret of secrets) expect(bodies).not.toContain(secret);
  const attributes = new Set(collector.spans.flatMap((one) => Object.keys(one.attributes)));
  expect([...attributes].toSorted()).toEqual([
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'zawadi.operation',
    'zawadi.order.id',
    'zawadi.order.kind',
    'zawadi.outcome',
    'zawadi.provider',
    'zawadi.request_id',
  ]);
});

test('a collector that refuses all spans causes one log line and no failed request', async () => {
  collector.answer(400);
  const lines: string[] = [];
  const log = createLog({ level: 'info', name: 'test', write: (line) => lines.push(line) });
  const { endpoint } = collector;
  const stopTracing = await startTracing({ endpoint, sampledShare: 1, service: 'zawadi-test', log });
  expect(await inSpan('anything', {}, async () => 'done')).toBe('done');
  await stopTracing();
  expect(lines).toEqual([expect.stringContaining('traces cannot be sent')]);
  expect(await inSpan('anything', {}, async () => currentTraceparent())).toBeUndefined();
});
