import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { webhookType } from '@zawadi/contract';
import { verifyWebhook, type ZawadiEvent } from '@zawadi/sdk';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestSystem, type TestSystem } from '../../apps/api/src/testing/test-system.ts';
import { newTill, owedTo, type Till } from '../../apps/api/src/testing/tills.ts';
import { until } from '../../apps/api/src/testing/until.ts';
import { installServedPackage } from './installed-package.ts';

vi.setConfig({ testTimeout: 360_000 });

/** The command as npm installs it in a project. */
let command: string;
let folder: string;
let system: TestSystem;
let till: Till;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  ({ folder } = await installServedPackage());
  command = join(folder, 'node_modules/.bin/zawadi');
  system = await createTestSystem();
});
beforeEach(async () => {
  till = await newTill(system);
});
afterEach(() => {
  for (const child of children) child.kill();
  children.clear();
});
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true, force: true });
});

test('`trigger` creates real events, and `listen` forwards events signed with the session secret', async () => {
  const shop = await startShop();
  const listening = run(['listen', '--forward-to', `localhost:${shop.port}/zawadi`]);
  const secret = await until(() => {
    expect(listening.said.join('\n')).toContain('Ready: ');
    return /whsec_\S+/u.exec(listening.said.join('\n'))?.[0] ?? '';
  });
  const triggered = run(['trigger', 'voucher.redeemed']);
  expect(await triggered.ended).toBe(0);
  await until(() => expect(shop.received).toHaveLength(3));
  const events: ZawadiEvent[] = [];
  for (const { request, payload } of shop.received) {
    expect(request.url).toBe('/zawadi');
    events.push(await verifyWebhook({ payload, headers: request.headers, secret }));
  }
  expect(events.map(({ type }) => type).toSorted()).toEqual([
    'transaction.completed',
    'voucher.created',
    'voucher.redeemed',
  ]);
  expect(await owedTo(system, till)).toBe(500);
  const redeemed = events.find(({ type }) => type === 'voucher.redeemed');
  expect(triggered.said[0]).toContain(Object(redeemed?.data).redemption_id);
  await until(() => expect(listening.said.filter((line) => line.includes('taken: 204 in '))).toHaveLength(3));
  listening.stop();
  expect(await listening.ended).toBe(0);
  shop.server.close();
});

test('`trigger` creates every kind of event, and `listen` forwards only the requested kinds', async () => {
  const shop = await startShop();
  const listening = run([
    'listen',
    '--forward-to',
    String(shop.port),
    '--events',
    'payment.failed,webhook.test',
  ]);
  await until(() => expect(listening.said.join('\n')).toContain('Ready: '));
  const { said } = run(['--help']);
  const types = await until(() => {
    const named = said.flatMap((line) => /^ {8}(\w+\.\w+)$/u.exec(line)?.[1] ?? []);
    expect(named.toSorted()).toEqual(webhookType.options.toSorted());
    return named;
  });
  for (const type of types) expect([type, await run(['trigger', type]).ended]).toEqual([type, 0]);
  await until(() =>
    expect(shop.received.map(({ payload }) => Object(JSON.parse(payload)).type)).toEqual([
      'payment.failed',
      'webhook.test',
    ]),
  );
  shop.server.close();
});

test('`listen` reports an unreachable receiver, and still forwards the next event', async () => {
  const shop = await startShop();
  shop.server.close();
  const listening = run(['listen', '--forward-to', `localhost:${shop.port}`]);
  await until(() => expect(listening.said.join('\n')).toContain('Ready: '));
  for (const count of [1, 2]) {
    expect(await run(['trigger', 'webhook.test']).ended).toBe(0);
    await until(() =>
      expect(listening.said.filter((line) => line.includes('NO ANSWER: '))).toHaveLength(count),
    );
  }
  expect(listening.said.at(-1)).toContain('ECONNREFUSED');
});

test('the command reports a wrong secret, a wrong URL or a wrong usage, each with its own exit code', async () => {
  const [key = ''] = till.basic.split(':');
  const outcomes = [
    run(['listen', '--forward-to', '3000'], { ZAWADI_API_SECRET: `zs_${'x'.repeat(38)}` }),
    run(['listen', '--forward-to', '3000', '--url', 'http://localhost:9/api/v1']),
    run(['listen', '--forward-to', '3000'], { ZAWADI_API_KEY: '' }),
    run(['listen']),
    run(['listen', '--forward-to', 'ftp://localhost']),
    run(['trigger', 'voucher.stolen']),
    run(['trigger', 'webhook.test', '--loud']),
    run(['watch']),
  ];
  expect(await Promise.all(outcomes.map(({ ended }) => ended))).toEqual([1, 1, 2, 2, 2, 2, 2, 2]);
  const sentences = outcomes.map(({ said }) => said.join(' '));
  for (const [index, words] of [
    '(unauthenticated, request ',
    'Zawadi cannot be reached: ',
    'ZAWADI_API_KEY is not set',
    'zawadi listen --forward-to localhost:3000',
    '"ftp://localhost" is not an address',
    'Name one of these events: voucher.created',
    "Unknown option '--loud'",
    'There is no "watch"',
  ].entries()) {
    expect(sentences[index]).toContain(words);
  }
  expect(sentences.join()).not.toContain(key);
});

test('the command prints no control sequence that a server sends', async () => {
  const escape = '\u001b]0;owned\u0007\u001b[2J';
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: connected\ndata: {}\n\n');
      response.end(`id: 1${escape}\nevent: voucher.created${escape}\ndata: {}\n\n`);
    } else {
      response.writeHead(409, { 'content-type': 'application/problem+json' });
      response.end(JSON.stringify({ code: `voucher_used${escape}`, detail: `No.${escape}` }));
    }
  });
  const ZAWADI_URL = `http://127.0.0.1:${await open(server)}`;
  const listening = run(['listen', '--forward-to', '9'], { ZAWADI_URL });
  await until(() => expect(listening.said.join()).toContain('voucher.created'));
  const triggered = run(['trigger', 'webhook.test'], { ZAWADI_URL });
  expect(await triggered.ended).toBe(1);
  expect(triggered.said.join()).toContain('voucher_used');
  expect([...listening.said, ...triggered.said].join('')).not.toMatch(/\p{Cc}/u);
  server.close();
});

test('`listen` reconnects after the server was down', async () => {
  const shop = await startShop();
  const front = await startFront();
  const listening = run(['listen', '--forward-to', String(shop.port)], {
    ZAWADI_URL: `http://127.0.0.1:${front.port}`,
  });
  await until(() => expect(listening.said.join('\n')).toContain('Ready: '));
  front.hangUp();
  await until(() => expect(listening.said).toContain('Connected again.'));
  expect(await run(['trigger', 'webhook.test']).ended).toBe(0);
  await until(() => expect(shop.received).toHaveLength(1));
  front.server.close();
  shop.server.close();
});

/** Runs the command with the till's key. The result's `said` has the output, line by line. */
function run(words: string[], environment: Record<string, string> = {}) {
  const [ZAWADI_API_KEY = '', ZAWADI_API_SECRET = ''] = till.basic.split(':');
  const child = spawn(process.execPath, [command, ...words], {
    cwd: folder,
    env: { ZAWADI_API_KEY, ZAWADI_API_SECRET, ZAWADI_URL: system.deps.config.publicUrl, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => said.push(line));
  }
  const ended = new Promise<number | null>((settled) => void child.once('close', settled));
  return { said, ended, stop: () => void child.kill('SIGINT') };
}

/** Starts a shop's webhook receiver that accepts every event. */
async function startShop() {
  const received: { request: IncomingMessage; payload: string }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((payload) => {
      received.push({ request, payload });
      response.writeHead(204).end();
    });
  });
  return { server, received, port: await open(server) };
}

/** Starts a proxy between the command and the product, which the test can stop and restart. */
async function startFront() {
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { authorization = '' } = request.headers;
    const answer = await fetch(system.deps.config.publicUrl + request.url, { headers: { authorization } });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    for await (const part of answer.body ?? []) response.write(part);
    response.end();
  };
  const server = createServer((request, response) => void pass(request, response));
  return { server, port: await open(server), hangUp: () => server.closeAllConnections() };
}

async function open(server: Server): Promise<number> {
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return (server.address() as AddressInfo).port;
}
