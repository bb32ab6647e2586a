import { expect, test } from 'vitest';
import { readVerification } from '../../apps/api/src/features/services/audit/index.ts';
import { createTestSystem } from '../../apps/api/src/testing/test-system.ts';
import { fuzz, newReport } from './fuzz.ts';

const { ZAWADI_FUZZ_REQUESTS, ZAWADI_FUZZ_SEED } = process.env;
const REQUESTS = Number(ZAWADI_FUZZ_REQUESTS ?? 600);
const SEED = Number(ZAWADI_FUZZ_SEED ?? 20_261_122);
const PATIENCE_MS = 300_000 + REQUESTS * 100;

test(
  'A43 no request of any caller fails with a fault, and the books agree afterwards',
  { timeout: PATIENCE_MS },
  async () => {
    const report = newReport();
    const system = await createTestSystem({ LOG_LEVEL: 'warn' }, { onLogLine: report.logged });
    await system.sandbox.behave({ autoAnswer: 'approve' });
    const { replaced } = await fuzz(system, report, { requests: REQUESTS, seed: SEED });
    await system.idle();
    const { brokenAt } = await readVerification(system.deps.db);
    if (brokenAt !== undefined) report.fail(`the audit log is broken at ${brokenAt}`);
    await system.close().catch((error: unknown) => report.fail(String(error)));
    const summary = [`seed ${SEED}`, ...report.lines(), `${replaced} people were replaced`].join('\n');
    if (ZAWADI_FUZZ_REQUESTS !== undefined) process.stdout.write(`${summary}\n`);
    expect(report.failures, summary).toEqual([]);
  },
);
