import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

/** Starts a system, sends valid and invalid requests to every endpoint, and reports the results. */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
});
const { status } = spawnSync('vitest', ['run', 'tests/fuzz/'], {
  stdio: 'inherit',
  env: { ...process.env, ZAWADI_FUZZ_REQUESTS: values.requests, ZAWADI_FUZZ_SEED: values.seed },
});
process.exitCode = status ?? 1;
