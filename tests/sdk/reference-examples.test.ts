import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { referencePage } from '../../apps/web/developers/reference-page.ts';
import { everyRow } from '../../apps/api/src/testing/every-row.ts';
import { makeGift } from '../../apps/api/src/testing/gifts.ts';
import { newFundedTill } from '../../apps/api/src/testing/merchant-api-calls.ts';
import { createTestSystem, type TestSystem } from '../../apps/api/src/testing/test-system.ts';

const run = promisify(execFile);
const { markdown } = referencePage('docs/openapi.json');
const CLIENT = `import { createZawadi } from '@zawadi/sdk';
const [CODE = '', zawadi] = ['', createZawadi({ apiKey: 'k', apiSecret: 's', baseUrl: 'https://zawadi.example' })];`;
/** These do not depend on the objects of the example, which do not exist here. */
const WORKING =
  /\/(?:vouchers\/\$CODE|vouchers\/create|transactions|settlements|events|holds|vouchers|test\/\w+)(?:\?[^"]*|\/redeem|\/hold)?"/u;

// The examples find the SDK only inside the repository.
mkdirSync('.cache', { recursive: true });
const folder = mkdtempSync('.cache/reference-');
let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await system.close();
});

function blocksIn(language: string): string[] {
  return [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)\\n\`\`\`$`, 'gmsu'))].map(
    ([, code = '']) => code,
  );
}

test('the TypeScript examples of the reference fit the SDK', async () => {
  const program = [CLIENT, ...blocksIn('ts')].join('\n');
  writeFileSync(join(folder, 'reference.mts'), program);
  const options =
    '--ignoreConfig --strict --noEmit --skipLibCheck --allowImportingTsExtensions --module nodenext --target es2022 --types node';
  const check = run('node_modules/.bin/tsc', [...options.split(' '), join(folder, 'reference.mts')]);
  await expect(check).resolves.toMatchObject({ stdout: '' });
});

test('the API takes every request of the curl examples', async () => {
  const examples = blocksIn('sh').filter((one) => !one.includes(' -N '));
  expect(examples.length).toBeGreaterThan(15);
  const till = await newFundedTill(system);
  const [ZAWADI_API_KEY, ZAWADI_API_SECRET] = till.basic.split(':');
  await everyRow(examples, String, async (example) => {
    const { code: CODE } = await makeGift(system, { amount: 1_000 });
    const ZAWADI_URL = `${system.deps.config.publicUrl}/api/v1`;
    const env = { ...process.env, ZAWADI_URL, ZAWADI_API_KEY, ZAWADI_API_SECRET, CODE };
    const { stdout } = await run('sh', ['-c', example], { env }).catch((error: { stdout: string }) => error);
    const { status, code } = Object(JSON.parse(stdout)) as { status?: unknown; code?: unknown };
    const outcome = typeof status === 'number' ? String(code) : 'taken';
    expect(outcome, stdout).toMatch(WORKING.test(example) ? /^taken$/u : /_not_found$/u);
  });
});

const SYNTAX = [
  ['python', 'python3', ['-m', 'py_compile'], ''],
  ['php', 'php', ['-l'], '<?php\n'],
] as const;

for (const [language, program, options, start] of SYNTAX) {
  test.skipIf(spawnSync(program, ['--version']).status !== 0)(
    `the examples in ${language} are well-formed`,
    async () => {
      const blocks = blocksIn(language);
      expect(blocks.length).toBeGreaterThan(15);
      const file = join(folder, `reference.${language}`);
      writeFileSync(file, start + blocks.join('\n'));
      await expect(run(program, [...options, file])).resolves.toBeDefined();
    },
  );
}
