import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

// What takes minutes and proves what few changes touch: `*.long.test.ts`.
const child = spawn('vitest', ['run', ...process.argv.slice(2)], {
  cwd: resolve(import.meta.dirname, '..'),
  stdio: 'inherit',
  env: { ...process.env, ZAWADI_LONG_TESTS: '1' },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
