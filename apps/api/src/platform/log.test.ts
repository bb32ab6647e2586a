import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const LOG = join(import.meta.dirname, 'log.ts');

test('the process continues when its log cannot be written, for example on a full disk', () => {
  const code = `
    import { createLog } from ${JSON.stringify(LOG)};
    const log = createLog({ level: 'info', name: 'test' });
    for (let line = 0; line < 3; line += 1) {
      log.info('this is not valid JSON');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    console.error('alive');
  `;
  // Every write to /dev/full fails like a write to a full disk; see full(4).
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

test('logs each line of a database outage once a minute with its count, and suppresses no other line', () => {
  const code = `
    import { mock } from 'node:test';
    import { createLog } from ${JSON.stringify(LOG)};
    mock.timers.enable({ apis: ['setTimeout'] });
    const log = createLog({ level: 'info', name: 'test' });
    const refused = (port) => Object.assign(new Error('connect ECONNREFUSED ' + port), { syscall: 'connect' });
    for (let ms = 0; ms < 120_000; ms += 10) {
      log.error({ err: refused(5432) }, 'request failed');
      log.child({ job: 'poll' }).error({ err: refused(5433) }, 'a job failed');
      mock.timers.tick(10);
    }
    for (const orderId of ['a', 'b', 'b']) log.error({ err: refused(5434), orderId }, 'an order cannot be polled');
    mock.timers.tick(60_000);
    for (let n = 0; n < 3; n += 1) log.error({ err: new Error('a mistake of ours') }, 'request failed');
    log.error('no error at all');
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { err?: { message: string }; suppressed?: number; orderId?: string });
  const of = (message: string) => lines.filter(({ err }) => err?.message === message);
  for (const port of [5432, 5433]) {
    const written = of(`connect ECONNREFUSED ${port}`).map(({ suppressed }) => suppressed);
    expect(written).toEqual([undefined, 5_999, undefined, 5_999]);
  }
  expect(of('connect ECONNREFUSED 5434').map(({ orderId, suppressed }) => [orderId, suppressed])).toEqual([
    ['a', undefined],
    ['b', undefined],
    ['b', 1],
  ]);
  expect(of('a mistake of ours')).toHaveLength(3);
  expect(lines).toHaveLength(15);
});
