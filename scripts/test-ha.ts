import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { findPrograms } from './cluster-ha/programs.ts';
import { StartUpMistake } from './start-up-mistake.ts';

const ROOT = resolve(import.meta.dirname, '..');

/**
 * Tests fail-over, backups and recovery on three simulated machines on this computer. Skips the tests if their programs
 * are missing.
 */
try {
  findPrograms(process.env, tmpdir());
  // One file at a time: two clusters at once would slow each other down and lengthen the measured outages.
  const { status } = spawnSync('vitest', ['run', '--no-file-parallelism', ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ZAWADI_HA_TESTS: '1' },
  });
  process.exitCode = status ?? 1;
} catch (error) {
  if (!(error instanceof StartUpMistake)) throw error;
  console.log(`The tests of high availability are skipped. ${error.message}`);
}
