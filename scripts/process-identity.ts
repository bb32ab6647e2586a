import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Identity of one process. A process id alone may be reused after a crash or a reboot, but not with the same start
 * time.
 */
export type ProcessIdentity = { pid: number; startedAtTicks: string };

/**
 * @param pid a process id
 * @returns that process's identity, or undefined if no such process is alive (zombies do not count)
 */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const [state, startedAtTicks] = process.platform === 'linux' ? readProc(pid) : askPs(pid);
  if (!state || !startedAtTicks || /^[ZX]/u.test(state)) return undefined;
  return { pid, startedAtTicks };
}

export function isRunning(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAtTicks === identity.startedAtTicks;
}

type StateAndStart = [state?: string | undefined, startedAt?: string | undefined];

function readProc(pid: number): StateAndStart {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in brackets. The command may contain spaces and brackets (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [fields[0], fields[19]];
  } catch {
    return [];
  }
}

/** Asks POSIX's ps, which every Unix has. It writes the start in local time, to the second. */
function askPs(pid: number): StateAndStart {
  const env = { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' };
  const { stdout } = spawnSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { env, encoding: 'utf8' });
  const [state, ...start] = (stdout ?? '').trim().split(/\s+/u);
  return [state, start.join(' ')];
}
