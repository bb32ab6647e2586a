import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, globSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { secondsOfTree } from '../../bench/cpu.ts';
import { capProcessor } from '../../bench/processor-cap.ts';

const BURN = 'for (;;);';
const PARENT = `require('node:child_process').spawn(process.execPath, ['-e', '${BURN}']); ${BURN}`;

test('a process and its child together use no more than their share, and go on without a cap afterwards', async () => {
  const child = spawn(process.execPath, ['-e', PARENT], { detached: true });
  const pid = child.pid ?? 0;
  try {
    const release = capProcessor([pid], 0.1);
    // Elsewhere `npm run bench -- --citus` says that it can't cap, and measures nothing.
    expect(release !== undefined).toBe(canCap());
    if (!release) return;
    await pause(200);
    const before = secondsOfTree(pid);
    await pause(1_500);
    expect(secondsOfTree(pid) - before).toBeLessThan(0.3);
    release();
    expect(globSync(`/sys/fs/cgroup/{,cpu/}zawadi-bench-${pid}`)).toEqual([]);
    await expect.poll(() => secondsOfTree(pid) - before, { timeout: 20_000 }).toBeGreaterThan(0.8);
  } finally {
    process.kill(-pid, 'SIGKILL');
    await once(child, 'exit');
  }
});

function canCap(): boolean {
  try {
    const folder = existsSync('/sys/fs/cgroup/cpu') ? '/sys/fs/cgroup/cpu' : '/sys/fs/cgroup';
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
