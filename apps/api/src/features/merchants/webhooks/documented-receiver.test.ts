import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { saveWebhook, testWebhook, webhookData } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PeopleApp } from '../../../testing/people-app.ts';
import { newListeningShop, startShops } from './testing/shop.ts';
import { newSigningSecret, signatureHeaders } from '../../../platform/crypto/webhook-signature.ts';

type Example = {
  readEvent: (secret: string, headers: IncomingHttpHeaders, body: string) => unknown;
  createReceiver: (secret: string, handle: (event: object) => void) => Server;
};

const document = readFileSync(new URL('../../../../../../docs/webhooks.md', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'zawadi-webhooks-'));

const servers: Server[] = [];
let people: PeopleApp;
let example: Example;
beforeAll(async () => {
  people = await startShops();
  const [, code = ''] = /```ts\n(.*?)```/su.exec(document) ?? [];
  const file = join(folder, 'receiver.mts');
  writeFileSync(file, code);
  example = (await import(pathToFileURL(file).href)) as Example;
});
afterAll(async () => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
  await people.close();
});

test('A23 the documented receiver takes what we send, once for each id', async () => {
  const shop = await newListeningShop(people, 'http://127.0.0.1:9/');
  const handled: object[] = [];
  const url = await listen(example.createReceiver(shop.secret, (event) => handled.push(event)));
  await shop.call(saveWebhook, { body: { url } });
  const passed = (await shop.call(testWebhook)).json.body;
  expect(passed).toMatchObject({ state: 'delivered', attempts: [{ status: 204 }] });
  expect(handled).toMatchObject([{ type: 'webhook.test' }]);

  const body = String(passed?.['payload']);
  const message = { id: String(passed?.['deliveryId']), at: new Date(), body };
  const repetition = { method: 'POST', headers: signatureHeaders(message, [shop.secret]), body };
  expect((await fetch(url, repetition)).status).toBe(204);
  expect(handled).toHaveLength(1);
});

test('the documented receiver says no to a message that is not ours', async () => {
  const shop = await newListeningShop(people, 'http://127.0.0.1:9/');
  const url = await listen(example.createReceiver(newSigningSecret(), () => expect.unreachable()));
  await shop.call(saveWebhook, { body: { url } });
  expect((await shop.call(testWebhook)).json.body).toMatchObject({
    state: 'failed',
    attempts: [{ status: 400 }],
  });
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('A23 the documented check refuses what is old, changed, unsigned or of another merchant', () => {
  const secret = newSigningSecret();
  const message = { id: 'a', at: new Date(), body: '{"type":"webhook.test"}' };
  const headers = signatureHeaders(message, [newSigningSecret(), secret]);
  expect(example.readEvent(secret, headers, message.body)).toEqual({ type: 'webhook.test' });
  expect(() => example.readEvent(secret, headers, `${message.body} `)).toThrow('wrong signature');
  expect(() => example.readEvent(newSigningSecret(), headers, message.body)).toThrow('wrong signature');
  expect(() => example.readEvent(secret, {}, message.body)).toThrow('too old');
  const old = signatureHeaders({ ...message, at: new Date(Date.now() - 600_000) }, [secret]);
  expect(() => example.readEvent(secret, old, message.body)).toThrow('too old');
});

test('every event, every field of it and the example stand in the document as the contract has them', () => {
  for (const [type, schema] of Object.entries(webhookData)) {
    const row = document.split('\n').find((line) => line.startsWith(`| \`${type}\``)) ?? '';
    for (const name of Object.keys(schema.shape)) expect(row, type).toContain(`\`${name}\``);
  }
  const [, json = ''] = /```json\n(.*?)```/su.exec(document) ?? [];
  const shown = JSON.parse(json) as { data: unknown };
  expect(webhookData['voucher.redeemed'].parse(shown.data)).toEqual(shown.data);
});
