import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const TOOLS = join(ROOT, 'tools');
const PUBLIC_CLIENTS = 'public-clients';
const filters = process.argv.slice(2);
const others = filters.filter((filter) => filter !== PUBLIC_CLIENTS);

// What takes minutes and proves what few changes touch: `*.long.test.ts`, and clients that others wrote.
if (filters.length === 0 || others.length > 0) {
  await run('vitest', ['run', ...others], { cwd: ROOT, env: { ...process.env, ZAWADI_LONG_TESTS: '1' } });
}
if (filters.length === 0 || filters.includes(PUBLIC_CLIENTS)) {
  // They are old and have old dependencies: installed only here, and without running scripts of theirs.
  const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', install, { cwd: TOOLS, env: process.env });
  await run(process.execPath, [join(TOOLS, `${PUBLIC_CLIENTS}.ts`)], { cwd: ROOT, env: process.env });
}

/** Leaves with the exit code of the first command that fails at the end; the others are run all the same. */
function run(
  command: string,
  args: string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  return new Promise((settled, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
    process.on('SIGINT', forward).on('SIGTERM', forward);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      if (signal !== null) process.exit(1);
      process.exitCode ||= code ?? 1;
      settled();
    });
  });
}
