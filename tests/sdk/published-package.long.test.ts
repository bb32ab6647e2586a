import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { signWebhook, verifyWebhook } from '@zawadi/sdk';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newSigningSecret, signatureHeaders } from '../../apps/api/src/platform/crypto/webhook-signature.ts';
import { makeGift } from '../../apps/api/src/testing/gifts.ts';
import { newFundedTill } from '../../apps/api/src/testing/merchant-api-calls.ts';
import { createTestSystem, type TestSystem } from '../../apps/api/src/testing/test-system.ts';
import { owedTo } from '../../apps/api/src/testing/tills.ts';
import { installServedPackage, type InstalledPackage } from './installed-package.ts';

vi.setConfig({ testTimeout: 360_000 });

const ROOT = join(import.meta.dirname, '../..');
const SDK = join(ROOT, 'packages/sdk');

/** A merchant's project, whose only dependency on Zawadi is the served package. */
let installed: InstalledPackage;
let folder: string;
let system: TestSystem;
beforeAll(async () => {
  installed = await installServedPackage();
  folder = installed.folder;
  mkdirSync(join(folder, 'node_modules/@types'));
  for (const types of ['@types/node', 'undici-types']) {
    symlinkSync(join(ROOT, 'node_modules', types), join(folder, 'node_modules', types));
  }
  const examples = [...readFileSync(join(SDK, 'README.md'), 'utf8').matchAll(/```ts\n(.*?)```/gsu)];
  const receiving = `receiver.listen(0, '127.0.0.1', () => console.log(JSON.stringify(receiver.address())));`;
  const program = [...examples.map(([, example = '']) => example), receiving].join('\n');
  writeFileSync(join(folder, 'shop.mts'), program);
  system = await createTestSystem();
});
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true, force: true });
});

test('npm installs the served SDK package, and ES modules and CommonJS can load the client', () => {
  const program = `console.log(typeof createZawadi, new ZawadiRefusal({ code: 'voucher_used', status: 409 }).code);`;
  const programs = {
    'shop.mjs': `import { createZawadi, ZawadiRefusal } from '@zawadi/sdk'; ${program}`,
    'shop.cjs': `const { createZawadi, ZawadiRefusal } = require('@zawadi/sdk'); ${program}`,
  };
  for (const [file, text] of Object.entries(programs)) {
    writeFileSync(join(folder, file), text);
    const said = execFileSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' });
    expect(said).toBe('function voucher_used\n');
  }
});

test('the web server serves the SDK package as a cacheable file, identical for identical sources', async () => {
  const { headers, again, differsWhenBuiltAgain } = installed;
  expect(headers['content-type']).toBe('application/gzip');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(headers['etag']).toMatch(/^W?\/?"/u);
  expect(again).toBe(304);
  expect(differsWhenBuiltAgain).toBe(false);
});

test('the examples of the SDK’s README type-check', () => {
  const options = '--strict --noEmit --module nodenext --target es2022 --types node'.split(' ');
  const check = () =>
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), [...options, 'shop.mts'], { cwd: folder });
  expect(check).not.toThrow();
});

test('the examples of the SDK’s README work unchanged against the product', async () => {
  const till = await newFundedTill(system);
  const gift = await makeGift(system, { amount: 1_000 });
  const [ZAWADI_API_KEY, ZAWADI_API_SECRET] = till.basic.split(':');
  const secret = newSigningSecret();
  const given = {
    ZAWADI_URL: `${system.deps.config.publicUrl}/api/v1`,
    ZAWADI_API_KEY,
    ZAWADI_API_SECRET,
    VOUCHER_CODE: gift.code,
    ZAWADI_WEBHOOK_SECRET: secret,
  };
  const shop = spawn(process.execPath, ['shop.mts'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...given },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  try {
    for await (const line of createInterface({ input: shop.stdout })) {
      said.push(line);
      if (line.startsWith('{')) await sendTwice(Object(JSON.parse(line)).port, secret);
      if (line.includes('of voucher')) break;
    }
  } finally {
    shop.kill();
  }
  const moment = expect.stringMatching(/^2\d{3}-/u);
  expect(said.map((line) => line.split(' ').map((word) => (/^2\d{3}-/u.test(word) ? moment : word)))).toEqual(
    [
      'KES 950 left, ACTIVE',
      'KES 350 taken, KES 600 left',
      expect.anything(),
      'M REVERSED 350',
      'M COMPLETED 950',
      '0 null',
      'paid, KES 850 left',
      'paid before, KES 850 left',
      expect.anything(),
      expect.anything(),
      'KES 350 of voucher v-1, KES 600 left',
    ].map((line) =>
      typeof line === 'string' ? line.split(' ').map((word) => (word === 'M' ? moment : word)) : line,
    ),
  );
  expect(said[2]).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3} http.+\/v\//u);
  expect(said[8]).toMatch(/^no: .+ \(insufficient_voucher_balance\)$/u);
  expect(await owedTo(system, till)).toBe(950 - 200 + 100);
});

/** Sends one event twice, as the product might. The receiver must recognise the second as a repetition. */
async function sendTwice(port: number, secret: string): Promise<void> {
  const data = { voucher_id: 'v-1', amount: 350, balance: 600 };
  const body = JSON.stringify({ type: 'voucher.redeemed', timestamp: new Date().toISOString(), data });
  const headers = signatureHeaders({ id: randomUUID(), at: new Date(), body }, [secret]);
  for (let time = 0; time < 2; time += 1) {
    const { status } = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body });
    if (status !== 204) throw new Error(`the receiver answered ${status}`);
  }
}

test('the SDK verifies the product’s webhook signatures, and signs as the product does', async () => {
  const [now, before] = [newSigningSecret(), newSigningSecret()];
  const message = { id: 'event-1', at: new Date(), body: '{"type":"webhook.test","data":{}}' };
  const headers = signatureHeaders(message, [now, before]);
  for (const secret of [now, before]) {
    expect(await verifyWebhook({ payload: message.body, headers, secret })).toMatchObject({ id: 'event-1' });
  }
  expect(await signWebhook({ ...message, payload: message.body, secret: [now, before] })).toEqual(headers);
});
