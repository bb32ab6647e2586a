import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Places } from './configure.ts';
import type { Machine } from './machines.ts';
import type { Programs } from './programs.ts';

/** Process to kill: PostgreSQL, which Patroni restarts; Patroni; or every process of the machine. */
export type Victim = 'postgres' | 'patroni' | 'machine';

/** One machine of the cluster, with etcd, Patroni, and the PostgreSQL that Patroni runs. */
export type DatabaseNode = {
  machine: Machine;
  places: Places;
  /** Starts the programs that are not running. */
  start: () => void;
  /** Sends kill -9; resolves when the processes have ended. */
  kill9: (victim: Victim) => Promise<void>;
  /** Suspends PostgreSQL; its connections stay open. */
  halt: () => void;
  resume: () => void;
  /** Runs a command of the guide on this machine. @returns the command's output */
  run: (program: string, ...args: string[]) => string;
  stopPatroni: () => Promise<void>;
  /** Shuts PostgreSQL down cleanly, then etcd. */
  stop: () => Promise<void>;
};

const STOPS_WITHIN_MS = 60_000;

export function createNode(
  machine: Machine,
  { programs, places, logFolder }: { programs: Programs; places: Places; logFolder: string },
): DatabaseNode {
  let etcd: ChildProcess | undefined;
  let patroni: ChildProcess | undefined;

  function start(): void {
    const logFile = (program: string) => join(logFolder, `${machine.name}-${program}.log`);
    if (!isRunning(etcd)) {
      etcd = programs.start(
        { machine, program: 'etcd', args: [], environment: places.etcd },
        logFile('etcd'),
      );
    }
    if (!isRunning(patroni)) {
      patroni = programs.start({ machine, program: 'patroni', args: [places.patroni] }, logFile('patroni'));
    }
  }

  /** Returns the ids of PostgreSQL's server process and its children. */
  function serverProcesses(): number[] {
    try {
      const server = Number.parseInt(readFileSync(join(places.data, 'postmaster.pid'), 'utf8'), 10);
      const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8');
      return [server, ...children.split(' ').filter(Boolean).map(Number)];
    } catch {
      return [];
    }
  }

  async function killServer(): Promise<void> {
    const processes = serverProcesses();
    signalAll(processes, 'SIGKILL');
    while (processes.some(isAlive)) await pause(20);
  }

  async function stopPatroni(): Promise<void> {
    signalAll(serverProcesses(), 'SIGCONT');
    await end(patroni, 'SIGTERM');
    await killServer();
  }

  return {
    machine,
    places,
    start,
    kill9: async (victim) => {
      if (victim !== 'postgres') await end(patroni, 'SIGKILL');
      if (victim === 'machine') await end(etcd, 'SIGKILL');
      if (victim !== 'patroni') await killServer();
    },
    halt: () => signalAll(serverProcesses(), 'SIGSTOP'),
    resume: () => signalAll(serverProcesses(), 'SIGCONT'),
    run: (program, ...args) => programs.run({ machine, program, args, environment: places.tools }),
    stopPatroni,
    stop: async () => {
      await stopPatroni();
      await end(etcd, 'SIGTERM');
    },
  };
}

/** Sends a signal to a running process. Kills the process if it ignores the signal for a minute. */
export async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || !isRunning(child)) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const timeout = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS);
  await gone;
  clearTimeout(timeout);
}

function isRunning(child: ChildProcess | undefined): boolean {
  return child !== undefined && child.exitCode === null && child.signalCode === null;
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/mu.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has already ended.
    }
  }
}
