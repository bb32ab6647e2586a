import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { newFundedTill } from '../../../testing/merchant-api-calls.ts';
import { owedTo, type Till } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

const run = promisify(execFile);
const PAGES = 'docs/developers';
/** Amount owed to the shop before the examples run. They redeem 350, 100 or nothing. */
const OWED = 950;

/** How to run a page's examples in each available language, as one program in the order of the page. */
const LANGUAGES = {
  ts: { file: 'shop.mts', command: [process.execPath], probe: ['--version'] },
  python: { file: 'shop.py', command: ['python3'], probe: ['-c', 'import requests'] },
  php: { file: 'shop.php', command: ['php'], probe: ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'] },
} as const;
type Language = keyof typeof LANGUAGES;

// The examples find the SDK only inside the repository.
mkdirSync('.cache', { recursive: true });
const folder = mkdtempSync('.cache/examples-');
let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await system.close();
});

function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(join(PAGES, `${page}.md`), 'utf8');
  return text
    .split(`\`\`\`${language}\n`)
    .slice(1)
    .map((rest) => rest.split('```')[0] ?? '');
}

async function newShop(): Promise<{ till: Till; env: NodeJS.ProcessEnv }> {
  const till = await newFundedTill(system);
  const gift = await makeGift(system, { amount: 1_000 });
  const [ZAWADI_API_KEY, ZAWADI_API_SECRET] = till.basic.split(':');
  const ZAWADI_URL = `${system.deps.config.publicUrl}/api/v1`;
  return { till, env: { ...process.env, ZAWADI_URL, ZAWADI_API_KEY, ZAWADI_API_SECRET, CODE: gift.code } };
}

/** Extracts the values of an example's answer that later examples need. */
function valuesOf(answer: Record<string, unknown>): Record<string, string> {
  if (answer['object'] === 'hold') return { HOLD: String(answer['id']) };
  if ('code' in answer) return { GIFT: String(answer['id']) };
  const redemption = answer['redemption'];
  return redemption ? { VOUCHER: String(answer['id']), REDEMPTION: Object(redemption).id } : {};
}

const pages = readdirSync(PAGES)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -'.md'.length));
const hasCurl = spawnSync('curl', ['--version']).status === 0;

for (const page of pages.filter((name) => blocksOf(name, 'sh').length > 0)) {
  test.skipIf(!hasCurl)(`every curl example of ${page} works unchanged, in order`, async () => {
    const { till, env } = await newShop();
    let told: Record<string, string> = {};
    const answers: Record<string, unknown>[] = [];
    for (const example of blocksOf(page, 'sh')) {
      const { stdout } = await run('sh', ['-c', example], { env: { ...env, ...told } });
      const answer = Object(JSON.parse(stdout));
      told = { ...told, ...valuesOf(answer) };
      answers.push(answer);
    }
    const { answers: expected = answers.map(() => ({})), owed = expect.any(Number) } = EXPECTED[page] ?? {};
    expect(answers).toMatchObject(expected);
    expect(await owedTo(system, till)).toEqual(owed);
  });
}

const sale = { status: 'PARTIALLY_REDEEMED', balance: 600, redemption: { amount: 350 } };
const EXPECTED: Record<string, { answers: object[]; owed: number }> = {
  'quick-start': {
    answers: [{ object: 'voucher', status: 'ACTIVE', balance: 950 }, sale],
    owed: OWED + 350,
  },
  vouchers: {
    answers: [
      { object: 'voucher', status: 'ACTIVE', balance: 950 },
      sale,
      { status: 'ACTIVE', balance: 950, redemption: { status: 'REVERSED' } },
      { amount: 200, reference: 'order 1042', recipient: { phone: '254712345678' } },
      { object: 'list', data: [{ reference: 'order 1042', status: 'ACTIVE' }] },
      { reference: 'order 1042', status: 'ACTIVE', balance: 200 },
      { reference: 'order 1042', status: 'VOIDED', balance: 0 },
    ],
    owed: OWED,
  },
  idempotency: { answers: [{ balance: 850 }, { balance: 850 }], owed: OWED + 100 },
  webhooks: { answers: [{ object: 'list', data: [], has_more: false }], owed: OWED },
  pagination: {
    answers: [
      { object: 'list', data: [{ status: 'COMPLETED', amount: 950 }] },
      { object: 'list', data: [] },
    ],
    owed: OWED,
  },
};

const CODE = '[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}';
/** Output expected from each page's program, in every language. */
const PRINTED: Record<string, RegExp> = {
  'quick-start': /^ACTIVE 950\nKES 350 taken, KES 600 left\n$/u,
  vouchers: new RegExp(
    `^ACTIVE 950\\nKES 350 taken, KES 600 left\\n(?:950\\n)?${CODE} http\\S+/v/\\S+\\norder 1042 200\\nVOIDED\\n$`,
    'u',
  ),
  pagination: /^2\S+ COMPLETED 950\n$/u,
  sdk: /^paid, KES 600 left\n$/u,
};

for (const [page, printed] of Object.entries(PRINTED)) {
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    const blocks = blocksOf(page, language);
    if (blocks.length === 0) continue;
    const { file, command, probe } = LANGUAGES[language];
    const [program] = command;
    const isThere = spawnSync(program, [...probe]).status === 0;
    const why = isThere ? '' : ` (not run: ${program} or what it needs is not here)`;
    test.skipIf(!isThere)(
      `the examples of ${page} in ${language} form a program that works${why}`,
      async () => {
        const path = join(folder, `${page}-${file}`);
        writeFileSync(path, blocks.join('\n'));
        const { till, env } = await newShop();
        const { stdout } = await run(program, [path], { env });
        expect(stdout).toMatch(printed);
        expect(await owedTo(system, till)).toBe(page === 'sdk' ? OWED + 350 : EXPECTED[page]?.owed);
      },
    );
  }
}
