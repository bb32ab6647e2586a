import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saveWebhook, testWebhook, webhookData } from '@zawadi/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newSigningSecret, signatureHeaders } from '../../../platform/crypto/webhook-signature.ts';
import type { PeopleApp } from '../../../testing/people-app.ts';
import { newListeningShop, startShops } from './testing/shop.ts';

const document = readFileSync(
  new URL('../../../../../../docs/developers/webhooks.md', import.meta.url),
  'utf8',
);

/** How to run each documented receiver. PHP's built-in server takes the port as an argument. */
const RECEIVERS = {
  ts: { file: 'receiver.mts', command: (file: string) => [process.execPath, file] },
  python: { file: 'receiver.py', command: (file: string) => ['python3', file] },
  php: {
    file: 'receiver.php',
    command: (file: string, port: number) => ['php', '-S', `127.0.0.1:${port}`, file],
  },
  java: { file: 'Receiver.java', command: (file: string) => ['java', file] },
} as const;

const folder = mkdtempSync(join(tmpdir(), 'zawadi-webhooks-'));
const running = new Set<ChildProcess>();
let people: PeopleApp;
beforeAll(async () => {
  people = await startShops();
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  await people.close();
});

type Receiver = { url: string; printed: () => string };

/** Starts the documented receiver with this secret; resolves once it listens. */
async function start(language: keyof typeof RECEIVERS, secret: string): Promise<Receiver> {
  const { file, command } = RECEIVERS[language];
  const [, code = ''] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'su').exec(document) ?? [];
  const path = join(folder, file);
  writeFileSync(path, code);
  const port = await freePort();
  const [program = '', ...words] = command(path, port);
  const env = { ...process.env, ZAWADI_WEBHOOK_SECRET: secret, PORT: String(port), TMPDIR: folder };
  const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  let failed = '';
  child.stderr.on('data', (chunk: Buffer) => (failed += chunk.toString()));
  const url = `http://127.0.0.1:${port}/`;
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`${program} ended: ${failed}`);
      await fetch(url, { method: 'POST' });
    },
    { timeout: 25_000, interval: 50 },
  );
  return { url, printed: () => printed };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

const isThere = (program: string, word: string) => spawnSync(program, [word]).status === 0;
const THERE = {
  ts: true,
  python: isThere('python3', '--version'),
  php: isThere('php', '--version'),
  java: isThere('java', '--version'),
};

for (const language of Object.keys(RECEIVERS) as (keyof typeof RECEIVERS)[]) {
  const why = THERE[language] ? '' : ' (not run: its runtime is not here)';
  describe.skipIf(!THERE[language])(`the documented receiver in ${language}${why}`, () => {
    test('A23 the receiver accepts our event, and processes each id once', async () => {
      const shop = await newListeningShop(people, 'http://127.0.0.1:9/');
      const receiver = await start(language, shop.secret);
      await shop.call(saveWebhook, { body: { url: receiver.url } });
      const passed = (await shop.call(testWebhook)).json.body;
      expect(passed).toMatchObject({ state: 'delivered', attempts: [{ status: 204 }] });

      const body = String(passed?.['payload']);
      const message = { id: String(passed?.['deliveryId']), at: new Date(), body };
      const headers = signatureHeaders(message, [shop.secret]);
      expect((await fetch(receiver.url, { method: 'POST', headers, body })).status).toBe(204);
      const last = { id: randomUUID(), at: new Date(), body: '{"type":"last.one","data":{}}' };
      await post(receiver, last, [shop.secret]);
      await vi.waitFor(() => expect(receiver.printed()).toContain('last.one'));
      expect(receiver.printed().match(/webhook\.test/gu)).toHaveLength(1);
    });

    test('A23 the receiver refuses an old, changed, unsigned or foreign event, and accepts one valid signature of two', async () => {
      const [secret, before] = [newSigningSecret(), newSigningSecret()];
      const receiver = await start(language, secret);
      const message = () => ({ id: randomUUID(), at: new Date(), body: '{"type":"webhook.test","data":{}}' });
      expect(await post(receiver, message(), [secret])).toBe(204);
      expect(await post(receiver, message(), [before, secret])).toBe(204);
      expect(await post(receiver, message(), [secret, before])).toBe(204);
      expect(await post(receiver, message(), [before])).toBe(400);
      expect(await post(receiver, { ...message(), at: new Date(Date.now() - 600_000) }, [secret])).toBe(400);
      expect(await post(receiver, { ...message(), at: new Date(Date.now() + 600_000) }, [secret])).toBe(400);
      expect(await post(receiver, message(), [secret], (body) => `${body} `)).toBe(400);
      expect((await fetch(receiver.url, { method: 'POST', body: message().body })).status).toBe(400);
    });
  });
}

type Message = Parameters<typeof signatureHeaders>[0];

/** Posts an event, possibly changed in transit; returns the status of the answer. */
async function post(
  { url }: Receiver,
  message: Message,
  secrets: string[],
  changed = (body: string) => body,
): Promise<number> {
  const headers = signatureHeaders(message, secrets);
  return (await fetch(url, { method: 'POST', headers, body: changed(message.body) })).status;
}

test('the document matches the contract: every event, every field and the example', () => {
  for (const [type, schema] of Object.entries(webhookData)) {
    const row = document.split('\n').find((line) => line.startsWith(`| \`${type}\``)) ?? '';
    for (const name of Object.keys(schema.shape)) expect(row, type).toContain(`\`${name}\``);
  }
  const [, json = ''] = /```json voucher.redeemed\n(.*?)```/su.exec(document) ?? [];
  const shown = JSON.parse(json) as { data: unknown };
  expect(webhookData['voucher.redeemed'].parse(shown.data)).toEqual(shown.data);
});
