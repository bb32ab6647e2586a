import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export type Child = {
  /**
   * Starts it, or starts it again, and resolves once it can work.
   * @param extra environment of this one life of it
   */
  start: (extra?: Record<string, string>) => Promise<void>;
  /** kill -9; resolves when it is gone. */
  kill9: () => Promise<void>;
  /** SIGSTOP: it stands still and keeps its connections, as in a virtual machine that is moved. */
  halt: () => void;
  resume: () => void;
  /** How much it has written since its last start. */
  printedBytes: () => number;
  /** Whether it has lived since its last start. */
  isRunning: () => boolean;
};

const LEAVE_WITH_PARENT = join(import.meta.dirname, '../../scripts/start/leave-with-parent.ts');
const READY_WITHIN_MS = 240_000;
const KEPT_CHARACTERS = 4_000;

// One that stands still does not notice that its parent has gone.
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/**
 * A process of the product under the test's control. It dies with the test process, however that ends.
 * @param isReady looks whether it can work by now; told what it has printed
 * @param enter words before its command, with which it runs elsewhere
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
        // While it was dead, a connection of another process may have taken its port for a moment.
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
