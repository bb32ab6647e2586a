import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeGift } from '../../apps/api/src/testing/gifts.ts';
import { newFundedTill } from '../../apps/api/src/testing/merchant-api-calls.ts';
import { createTestSystem, type TestSystem } from '../../apps/api/src/testing/test-system.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const TOOL = join(ROOT, 'tools/api-clients');
const MADE = join(TOOL, '.cache');
const DOCUMENT = join(ROOT, 'docs/openapi.json');

let system: TestSystem;
beforeAll(async () => {
  // Used by no other command: installed only here, and without install scripts.
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: TOOL, stdio: 'inherit' });
  rmSync(MADE, { recursive: true, force: true });
  mkdirSync(MADE);
  system = await createTestSystem();
  const served = await system.http.inject({ url: '/openapi.json' });
  writeFileSync(join(MADE, 'openapi.json'), served.body);
  tool(
    'openapi-ts',
    '-i',
    '.cache/openapi.json',
    '-o',
    '.cache/hey-api',
    '-c',
    '@hey-api/client-fetch',
    '--no-log-file',
  );
  tool('openapi-typescript', '.cache/openapi.json', '-o', '.cache/openapi-typescript.ts');
});
afterAll(() => system.close());

/** @returns the tool's output */
function tool(name: string, ...args: string[]): string {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return execFileSync(join(TOOL, 'node_modules/.bin', name), args, { cwd: TOOL, encoding: 'utf8', env });
}

test('Redocly accepts the document', () => {
  const { totals, problems } = Object(JSON.parse(tool('redocly', 'lint', '--format=json', DOCUMENT)));
  expect(problems).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});

test('Spectral accepts the document', () => {
  const found = tool('spectral', 'lint', DOCUMENT, '-r', 'spectral.yaml', '--fail-severity=warn');
  expect(found).toContain('No results');
});

test('generated clients have the types that their callers need', () => {
  expect(() => tool('tsc', '--project', '.')).not.toThrow();
});

test.each(['hey-api', 'openapi-fetch'])('the client of %s can call the product', async (name) => {
  const bundle = await rolldown({ input: join(TOOL, `${name}.ts`), platform: 'node' });
  const file = join(MADE, `${name}.mjs`);
  await bundle.write({ file, format: 'es' });
  const till = await newFundedTill(system);
  const gift = await makeGift(system, { amount: 1_000 });
  const [ZAWADI_KEY, ZAWADI_SECRET] = till.basic.split(':');
  const { stdout } = await run(process.execPath, [file], {
    env: { ZAWADI_URL: system.deps.config.publicUrl, ZAWADI_KEY, ZAWADI_SECRET, CODE: gift.code },
  });
  expect(JSON.parse(stdout)).toEqual([600, 600, 350, 'REVERSED', 19, 10, 0]);
});
