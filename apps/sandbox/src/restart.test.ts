import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@zawadi/story/free-port';
import { expect, onTestFinished, test } from 'vitest';
import { poll } from './testing/poll.ts';
import {
  defined,
  rigFor,
  newMsisdn,
  someToken,
  startReceiver,
  startRig,
  total,
} from './testing/start-rig.ts';
import type { Rig } from './testing/start-rig.ts';

const entry = fileURLToPath(new URL('main.ts', import.meta.url));

async function startProcess(environment: Record<string, string>) {
  const child = spawn(process.execPath, [entry], { env: { ...process.env, ...environment } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  return { child, exited, said: () => said };
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('keeps books, prompts and pending work across kill -9', async () => {
  const receiver = await startReceiver();
  const environment = {
    SANDBOX_PORT: String(await freePort()),
    SANDBOX_SMTP_PORT: String(await freePort()),
    DATA_DIR: await temporaryFolder(),
  };
  const rig = rigFor(`http://127.0.0.1:${environment.SANDBOX_PORT}`, receiver);
  const first = await startProcess(environment);
  await poll('the sandbox', () => first.said().includes('Sandbox phone at'));

  const [payer, receiverMsisdn, waiting] = [newMsisdn(), newMsisdn(), newMsisdn()];
  for (const msisdn of [payer, receiverMsisdn, waiting]) await rig.phone(msisdn);
  const opening = total(await rig.books());
  const push = (msisdn: string, callbackToken: string) =>
    rig.mpesa.stkPush({
      msisdn,
      amountShillings: 700,
      accountReference: 'A',
      description: 'D',
      callbackToken,
    });
  await rig.behave({ autoAnswer: 'approve' });
  await push(payer, someToken());
  await poll('the payment', async () => (await rig.phone(payer)).balance === 49_300);
  await rig.behave({ autoAnswer: null, callback: { delayMs: 1_000 }, b2c: 'queue-timeout-then-succeed' });
  const waitingToken = someToken();
  await push(waiting, waitingToken);
  const payoutToken = someToken();
  const pay = { originatorConversationId: 'pay-1', msisdn: receiverMsisdn, amountShillings: 300 };
  await rig.mpesa.b2c({ ...pay, remarks: 'Withdrawal', callbackToken: payoutToken });
  first.child.kill('SIGKILL');
  await first.exited;

  const second = await startProcess(environment);
  await poll('the sandbox', () => second.said().includes('Sandbox phone at'));
  expect((await rig.phone(payer)).balance).toBe(49_300);
  expect(total(await rig.books())).toBe(opening);
  expect(await rig.result(payoutToken)).toMatchObject({ isSuccess: true, originatorConversationId: 'pay-1' });
  expect((await rig.phone(receiverMsisdn)).balance).toBe(50_300);
  expect(await rig.mpesa.b2c({ ...pay, remarks: 'Withdrawal', callbackToken: payoutToken })).toMatchObject({
    cause: 'already_sent',
  });
  const { prompts } = await rig.phone(waiting);
  await rig.answer(waiting, prompts[0]?.checkoutRequestId ?? '', { pin: '1234' });
  expect(await rig.stkCallback(waitingToken)).toMatchObject({ isSuccess: true });
  expect(total(await rig.books())).toBe(opening);
});

test('exits non-zero with one sentence for a port in use or a bad setting', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const port = String((taken.address() as AddressInfo).port);
  const mistakes = [
    [{ SANDBOX_PORT: port, DATA_DIR: await temporaryFolder() }, `Port ${port} or the mail port`],
    [{ SANDBOX_PORT: 'four' }, 'SANDBOX_PORT is not usable'],
    [{ SANDBOX_USSD_CODE: '384' }, 'SANDBOX_USSD_CODE is not usable'],
    [{ SANDBOX_USSD_CODE: '*384#' }, 'Set SANDBOX_USSD_CODE and SANDBOX_USSD_URL together.'],
    [{ SANDBOX_USSD_URL: 'http:' }, 'SANDBOX_USSD_URL is not usable'],
    [
      { SANDBOX_USSD_EVENT_URL: 'http://127.0.0.1:1/events' },
      'SANDBOX_USSD_EVENT_URL needs SANDBOX_USSD_CODE and SANDBOX_USSD_URL.',
    ],
  ] as const;
  for (const [environment, sentence] of mistakes) {
    const process = await startProcess(environment);
    expect((await process.exited)[0]).toBe(1);
    await poll('the sentence', () => process.said().length > 0);
    expect(process.said()).toContain(sentence);
    expect(process.said().trim().split('\n')).toHaveLength(1);
  }
});

test('registers the USSD code of its environment', async () => {
  const environment = {
    SANDBOX_PORT: String(await freePort()),
    SANDBOX_SMTP_PORT: String(await freePort()),
    DATA_DIR: await temporaryFolder(),
    SANDBOX_USSD_CODE: '*384*262#',
    SANDBOX_USSD_URL: 'http://127.0.0.1:1/ussd',
  };
  const { said } = await startProcess(environment);
  await poll('the sandbox', () => said().includes('Sandbox phone at'));
  const rig = rigFor(`http://127.0.0.1:${environment.SANDBOX_PORT}`, await startReceiver());
  expect(await rig.control('ussd-services')).toEqual({
    services: [{ serviceCode: '*384*262#', callbackUrl: 'http://127.0.0.1:1/ussd' }],
  });
});

test('stops cleanly on SIGINT', async () => {
  const process = await startProcess({
    SANDBOX_PORT: String(await freePort()),
    SANDBOX_SMTP_PORT: String(await freePort()),
    DATA_DIR: await temporaryFolder(),
  });
  await poll('the sandbox', () => process.said().includes('Sandbox phone at'));
  process.child.kill('SIGINT');
  expect(await process.exited).toEqual([0, null]);
});

test('lets its caller flush before it acts on a request, and after it delivered a callback', async () => {
  const msisdn = newMsisdn();
  const seen: { prompts: number; callbacks: number }[] = [];
  const rig: Rig = await startRig({
    flushCaller: async () => {
      const { prompts } = await rig.phone(msisdn);
      seen.push({ prompts: prompts.length, callbacks: rig.received.length });
    },
  });
  const push = { accountReference: 'A', description: 'D', callbackToken: someToken() };
  const sent = await rig.mpesa.stkPush({ ...push, msisdn, amountShillings: 700 });
  expect(seen).toEqual([{ prompts: 0, callbacks: 0 }]);
  const { checkoutRequestId } = defined(sent.outcome === 'accepted' ? sent : undefined);
  await rig.answer(msisdn, checkoutRequestId, { pin: '4321' });
  await rig.untilIdle();
  expect(seen).toEqual([
    { prompts: 0, callbacks: 0 },
    { prompts: 0, callbacks: 1 },
  ]);
});
