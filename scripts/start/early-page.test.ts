import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@zawadi/story/free-port';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyBootstrap } from '../testing/copy-bootstrap.ts';

const LIFETIME = join(import.meta.dirname, '../../apps/api/src/platform/process-lifetime.ts');
let root = '';
let bootstrap: ChildProcess | undefined;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'zawadi-early-page-'));
  copyBootstrap(root);
  const manifest = { type: 'module', scripts: { start: 'exec node start', other: 'exec node other' } };
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: {} }));
});
afterEach(() => {
  bootstrap?.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

test('PORT shows the installation, then the progress of the start, until the product listens there', async () => {
  const port = await freePort();
  // The start waits for a line, so that the test can look at each state.
  writeFileSync(
    join(root, 'scripts/start.ts'),
    `import { takeOverPort } from ${JSON.stringify(LIFETIME)};
    import { createServer } from 'node:http';
    process.on('disconnect', () => process.exit());
    process.send({ step: 'Playing August 2026', percent: 40 });
    process.stdin.once('data', async () => {
      await takeOverPort();
      createServer((_, response) => response.end('the product')).listen(${port}, '127.0.0.1');
    });`,
  );
  // This npm also waits for the test.
  const done = join(root, 'npm-is-done');
  writeFileSync(join(root, 'npm'), `#!/bin/sh\nuntil [ -e '${done}' ]; do sleep 0.05; done\n`, {
    mode: 0o755,
  });
  const own = run('start', port);
  await expect.poll(() => read(port)).toMatchObject({ step: 'Installing the packages' });
  writeFileSync(done, '');
  await expect.poll(() => read(port)).toMatchObject({ step: 'Playing August 2026', percent: 40 });
  own.stdin?.end('go\n');
  await expect.poll(() => read(port)).toBe('the product');
});

test('another command shows no page', async () => {
  const port = await freePort();
  writeFileSync(join(root, 'npm'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(
    join(root, 'scripts/other.ts'),
    `process.exitCode = await fetch('http://127.0.0.1:${port}').then(() => 1, () => 7);`,
  );
  const own = run('other', port);
  expect(await new Promise((exited) => own.once('exit', exited))).toBe(7);
});

function run(command: string, port: number): ChildProcess {
  bootstrap = spawn(process.execPath, [join(root, 'scripts/bootstrap.mjs'), command], {
    env: { ...process.env, PATH: `${root}:${process.env['PATH'] ?? ''}`, PORT: String(port) },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  return bootstrap;
}

async function read(port: number): Promise<unknown> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    return answer.ok ? await answer.text() : await answer.json();
  } catch {
    return undefined;
  }
}
