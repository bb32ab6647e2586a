import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift } from '../../../testing/gifts.ts';
import { newFundedTill } from '../../../testing/merchant-api-calls.ts';
import { owedTo } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const examples = readFileSync('docs/merchant-api.md', 'utf8')
  .split('```sh\n')
  .slice(1)
  .map((rest) => rest.split('```')[0] ?? '');

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

test.skipIf(!hasCurl)(
  'every example of docs/merchant-api.md works as it stands, one after the other',
  async () => {
    const till = await newFundedTill(system);
    const gift = await makeGift(system, { amount: 1_000 });
    const [KEY, SECRET] = till.basic.split(':');
    const given = { ZAWADI: `${system.deps.config.publicUrl}/api/v1`, KEY, SECRET, CODE: gift.code };
    let told: Record<string, string> = {};
    const answers: Record<string, unknown>[] = [];
    for (const example of examples) {
      const { stdout } = await run('sh', ['-c', example], { env: { ...process.env, ...given, ...told } });
      const answer = Object(JSON.parse(stdout));
      if (answer.redemption) told = { VOUCHER: answer.id, REDEMPTION: answer.redemption.id };
      answers.push(answer);
    }
    expect(answers).toMatchObject([
      { object: 'voucher', status: 'ACTIVE', balance: 950 },
      { status: 'PARTIALLY_REDEEMED', balance: 600, redemption: { amount: 350 } },
      { status: 'ACTIVE', balance: 950, redemption: { status: 'REVERSED' } },
      { amount: 200, reference: 'order 1042', recipient: { phone: '254712345678' } },
      {
        object: 'list',
        data: [
          { status: 'REVERSED', amount: 350 },
          { status: 'COMPLETED', amount: 950 },
        ],
      },
      { object: 'list', data: [] },
    ]);
    expect(await owedTo(system, till)).toBe(750);
  },
);
