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
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in brackets. The command may contain spaces and brackets (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    const startedAtTicks = fields[19];
    if (state === 'Z' || state === 'X' || startedAtTicks === undefined) return undefined;
    return { pid, startedAtTicks };
  } catch {
    return undefined;
  }
}

export function isRunning(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAtTicks === identity.startedAtTicks;
}
