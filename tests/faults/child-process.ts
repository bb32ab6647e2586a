import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export type Child = {
  /**
   * Starts or restarts the process, and resolves when it is ready.
   * @param extra environment variables for this start only
   */
  start: (extra?: Record<string, string>) => Promise<void>;
  /** Sends kill -9; resolves when the process has ended. */
  kill9: () => Promise<void>;
  /** SIGSTOP: suspends the process with its connections open, as during the move of a virtual machine. */
  halt: () => void;
  resume: () => void;
  /** Bytes of output since the last start. */
  printedBytes: () => number;
  /** Returns whether the process still runs since the last start. */
  isRunning: () => boolean;
};

const LEAVE_WITH_PARENT = join(import.meta.dirname, '../../scripts/start/leave-with-parent.ts');
const READY_WITHIN_MS = 240_000;
const KEPT_CHARACTERS = 4_000;

// A suspended process does not notice that its parent has exited, so kill all children.
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/**
 * Creates a process of the product that the test controls. It ends when the test's process ends, even by kill -9.
 * @param isReady decides from the output so far whether the process is ready
 * @param enter command prefix that runs the process on another machine
 */
export function createChild(
  entry: string,
  environment: Record<string, string>,
  isReady: (printed: string) => Promise<boolean>,
  enter: readonly string[] = [],
): Child {
  let child: ChildProcess | undefined;
  let printed = '';
  let printedBytes = 0;

  function launch(extra: Record<string, string>): ChildProcess {
    printed = '';
    printedBytes = 0;
    const line = [...enter, process.execPath, '--import', LEAVE_WITH_PARENT, entry];
    const launched = spawn(line[0] ?? '', line.slice(1), {
      env: { PATH: process.env['PATH'], ...environment, ...extra },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [launched.stdout, launched.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printedBytes += Buffer.byteLength(text);
        printed = (printed + text).slice(-KEPT_CHARACTERS);
      });
    }
    running.add(launched);
    launched.once('exit', () => running.delete(launched));
    return launched;
  }

  async function start(extra: Record<string, string> = {}): Promise<void> {
    await kill9();
    child = launch(extra);
    for (const deadline = Date.now() + READY_WITHIN_MS; ; await pause(25)) {
      if (await isReady(printed)) return;
      if (child.exitCode !== null) {
        // While the process was dead, a connection of another process may have briefly used its port.
        if (!printed.includes('EADDRINUSE')) throw new Error(`${entry} did not start:\n${printed}`);
        child = launch(extra);
      }
      if (Date.now() > deadline) throw new Error(`${entry} is not ready:\n${printed}`);
    }
  }

  function isRunning(): boolean {
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  async function kill9(): Promise<void> {
    if (!child || !isRunning()) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  return {
    start,
    kill9,
    halt: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    printedBytes: () => printedBytes,
    isRunning,
  };
}
