import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const TOOLS = join(ROOT, 'tools');
const PUBLIC_CLIENTS = 'public-clients';
const SDK_TYPES = 'sdk-types';
const JOURNEYS = 'e2e';
const filters = process.argv.slice(2);
const journeys = filters.filter((filter) => filter.startsWith(JOURNEYS));
const others = filters.filter((filter) => ![...journeys, PUBLIC_CLIENTS, SDK_TYPES].includes(filter));
const env = { ...process.env, ZAWADI_LONG_TESTS: '1' };

// Tests that take minutes and that few changes affect: `*.long.test.ts`, `*.long.spec.ts`, third-party clients, and old
// versions of TypeScript.
if (filters.length === 0 || others.length > 0) await run('vitest', ['run', ...others], { cwd: ROOT, env });
if (filters.length === 0 || journeys.length > 0) {
  const names = journeys.map((journey) => journey.replace(/^e2e\/?/u, '')).filter((name) => name !== '');
  await run('playwright', ['test', '--config=e2e/playwright.config.ts', ...names], { cwd: ROOT, env });
}
if (filters.length === 0 || filters.includes(PUBLIC_CLIENTS)) await runTool(PUBLIC_CLIENTS, TOOLS);
if (filters.length === 0 || filters.includes(SDK_TYPES)) await runTool(SDK_TYPES, join(TOOLS, SDK_TYPES));

/**
 * Installs and runs a tool. No other command uses its old packages, so they are installed only here, without install
 * scripts.
 */
async function runTool(name: string, packages: string): Promise<void> {
  const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', install, { cwd: packages, env: process.env });
  await run(process.execPath, [join(TOOLS, `${name}.ts`)], { cwd: ROOT, env: process.env });
}

/**
 * Runs a command. After a failure the other commands still run, and this process exits with the code of the first
 * failure.
 */
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
