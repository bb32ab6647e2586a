import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { treeOf } from './cpu.ts';

const CGROUPS = '/sys/fs/cgroup';
/** Short, so that a server that has used up its share stands still for a moment only; the kernel takes no share below a millisecond. */
const PERIOD_US = 20_000;
const SMALLEST_QUOTA_US = 1_000;

/**
 * Lets each of these processes, with all that it starts, use a share of one processor and no more.
 * @param folder where control groups are: version 1 has a folder for each controller, version 2 is one for all
 * @returns what undoes it; undefined where control groups can't be written
 */
export function capProcessor(pids: number[], share: number, folder = CGROUPS): (() => void) | undefined {
  const periodUs = Math.max(PERIOD_US, Math.ceil(SMALLEST_QUOTA_US / share));
  const quota = String(Math.ceil(share * periodUs));
  const isVersion1 = existsSync(join(folder, 'cpu'));
  const groups: string[] = [];
  const release = (): void => {
    for (const group of groups) {
      for (let members = membersOf(group); members.length > 0; members = membersOf(group)) {
        for (const one of members) moveTo(dirname(group), one);
      }
      rmdirSync(group);
    }
  };
  try {
    for (const pid of pids) {
      const group = join(folder, isVersion1 ? 'cpu' : '', `zawadi-bench-${pid}`);
      mkdirSync(group);
      groups.push(group);
      if (isVersion1) {
        writeFileSync(join(group, 'cpu.cfs_period_us'), String(periodUs));
        writeFileSync(join(group, 'cpu.cfs_quota_us'), quota);
      } else {
        writeFileSync(join(group, 'cpu.max'), `${quota} ${periodUs}`);
      }
      for (const one of treeOf(pid)) moveTo(group, String(one));
    }
    return release;
  } catch {
    release();
    return undefined;
  }
}

function membersOf(group: string): string[] {
  return readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean);
}

function moveTo(group: string, pid: string): void {
  try {
    writeFileSync(join(group, 'cgroup.procs'), pid);
  } catch (error) {
    // It ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
