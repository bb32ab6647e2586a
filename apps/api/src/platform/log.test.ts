import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const LOG = join(import.meta.dirname, 'log.ts');

test('a process goes on when its log cannot be written, on a full disk for example', () => {
  const code = `
    import { createLog } from ${JSON.stringify(LOG)};
    const log = createLog({ level: 'info', name: 'test' });
    for (let line = 0; line < 3; line += 1) {
      log.info('this is not valid JSON');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    console.error('alive');
  `;
  // Every write to it fails as on a full disk; see full(4).
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', full, 'pipe'],
    timeout: 20_000,
    killSignal: 'SIGKILL',
    encoding: 'utf8',
  });
  closeSync(full);
  expect(stderr).toBe('alive\n');
  expect(status).toBe(0);
});
