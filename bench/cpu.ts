import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Seconds of CPU time. */
export type CpuTimes = { apis: number[]; database: number; load: number; wholeMachine: number };

/** `/proc` counts in hundredths of a second on every Linux. */
const TICKS_PER_SECOND = 100;

/**
 * Reads the CPU time that each part has used so far. Counts every child of this process that is no API as the database.
 * @returns undefined without `/proc`
 */
export function readCpuTimes(apiPids: number[]): CpuTimes | undefined {
  const children = childrenOf(process.pid);
  if (children === undefined) return undefined;
  const others = children.filter((pid) => !apiPids.includes(pid));
  const own = process.cpuUsage();
  return {
    apis: apiPids.map(secondsOfTree),
    database: others.reduce((sum, pid) => sum + secondsOfTree(pid), 0),
    load: (own.user + own.system) / 1_000_000,
    wholeMachine: secondsOfMachine(),
  };
}

/** Returns the CPU time of everything on this machine, including time that other virtual machines of its host took. */
export function secondsOfMachine(): number {
  const own = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  const stolen = read('/proc/stat')?.split('\n', 1)[0]?.split(/\s+/u)[8];
  return own / 1_000 + Number(stolen ?? 0) / TICKS_PER_SECOND;
}

/** @returns the number of processors that each part kept busy between two readings */
export function busyBetween(before: CpuTimes, after: CpuTimes, seconds: number): CpuTimes {
  const busy = (from: number, to: number) => (to - from) / seconds;
  return {
    apis: after.apis.map((used, n) => busy(before.apis[n] ?? 0, used)),
    database: busy(before.database, after.database),
    load: busy(before.load, after.load),
    wholeMachine: busy(before.wholeMachine, after.wholeMachine),
  };
}

/** Returns the CPU time of a process and its children, including ended children that their parent has waited for. */
export function secondsOfTree(pid: number): number {
  const own = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ').slice(11, 15) ?? [];
  const seconds = own.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  return (childrenOf(pid) ?? []).reduce((sum, child) => sum + secondsOfTree(child), seconds);
}

/** Lists a process and its running descendants. */
export function treeOf(pid: number): number[] {
  return [pid, ...(childrenOf(pid) ?? []).flatMap(treeOf)];
}

export function parentOf(pid: number): number {
  return Number(read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')[1]);
}

function childrenOf(pid: number): number[] | undefined {
  return read(`/proc/${pid}/task/${pid}/children`)?.split(' ').filter(Boolean).map(Number);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
