import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import memory from '../../ops/memory.json' with { type: 'json' };
import { openLog, keepLogShort } from '../open-log.ts';
import { StartUpMistake } from '../start-up-mistake.ts';

/**
 * One of our processes. It is ready when `readyUrl` answers 200. Without a `readyUrl`, it is ready when it has run for
 * a moment.
 */
export type Part = {
  name: string;
  entry: string;
  env: Record<string, string | undefined>;
  readyUrl?: string;
  /** Frees the port on which the process is about to listen. */
  releasePort?: () => Promise<void>;
};

export type SupervisedPart = { stop: () => Promise<void> };

const LEAVE_WITH_PARENT = join(import.meta.dirname, 'leave-with-parent.ts');
const READY_WITHIN_MS = 60_000;
const SETTLED_AFTER_MS = 500;
const DRAINS_WITHIN_MS = 15_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Starts a process, waits until it is ready, and restarts it whenever it exits unexpectedly.
 *
 * @param context.logFolder folder of `{name}.log` for the output; if undefined, the process prints to our output
 * @throws StartUpMistake with the last output of the process if its first start fails
 */
export async function supervise(
  part: Part,
  context: { logFolder: string | undefined; say: (line: string) => void; signal: AbortSignal },
): Promise<SupervisedPart> {
  const log = context.logFolder === undefined ? undefined : beginLog(context.logFolder, part.name);
  let current = launch(part, log?.file);
  let isStopping = false;

  const stop = async (): Promise<void> => {
    isStopping = true;
    current.child.kill('SIGTERM');
    const timeout = setTimeout(() => current.child.kill('SIGKILL'), DRAINS_WITHIN_MS);
    await current.hasExited;
    clearTimeout(timeout);
    log?.stopRotating();
  };

  const keepRunning = async (): Promise<void> => {
    let pauseMs = FIRST_PAUSE_MS;
    for (let startedAt = Date.now(); ; startedAt = Date.now()) {
      const reason = await current.hasExited;
      if (isStopping) return;
      context.say(`The ${part.name} exited unexpectedly (${reason}); restarting it.`);
      pauseMs =
        Date.now() - startedAt > READY_WITHIN_MS ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      await sleep(pauseMs);
      if (isStopping) return;
      current = launch(part, log?.file);
    }
  };

  try {
    await waitUntilReady(part, current, context.signal);
  } catch (error) {
    await stop();
    if (!(error instanceof StartUpMistake)) throw error;
    throw new StartUpMistake(`${error.message}\n${log ? lastWords(log) : ''}`.trim());
  }
  void keepRunning().catch((error: unknown) => context.say(`The ${part.name} stays down: ${String(error)}`));
  return { stop };
}

type Launched = {
  child: ChildProcess;
  /** Resolves when Node has started and is about to run the part's code. */
  hasBegun: Promise<unknown>;
  hasExited: Promise<string>;
};

function launch(part: Part, logFile: string | undefined): Launched {
  const log = logFile === undefined ? 'inherit' : openLog(logFile);
  const child = spawn(process.execPath, [...memory.options, '--import', LEAVE_WITH_PARENT, part.entry], {
    // In its own session: Ctrl-C in the terminal then reaches only this process, which stops the parts in order.
    detached: true,
    env: { ...memory.environment, ...part.env, PORT_IS_HELD: part.releasePort && '1' },
    stdio: ['ignore', log, log, 'ipc'],
  });
  if (log !== 'inherit') closeSync(log);
  if (part.releasePort) handOverPort(child, part.releasePort);
  const hasExited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const hasBegun = new Promise((resolve) => child.once('message', resolve));
  return { child, hasBegun, hasExited };
}

/** Frees the port when the process asks for it. */
function handOverPort(child: ChildProcess, releasePort: () => Promise<void>): void {
  child.on('message', (message: { needsPort?: true }) => {
    if (message.needsPort !== true) return;
    // A dead process needs no answer.
    void releasePort().then(() => child.send({ portIsFree: true }, () => undefined));
  });
}

async function waitUntilReady(
  part: Part,
  { hasExited, hasBegun }: Launched,
  signal: AbortSignal,
): Promise<void> {
  // On a busy machine, Node's own start may take longer than the settling time below.
  if (part.readyUrl === undefined) await Promise.race([hasBegun, hasExited]);
  const deadline = Date.now() + (part.readyUrl === undefined ? SETTLED_AFTER_MS : READY_WITHIN_MS);
  for (;;) {
    if (part.readyUrl !== undefined && (await answersOk(part.readyUrl))) return;
    const reason = await Promise.race([hasExited, sleep(50, undefined, { signal })]);
    if (reason !== undefined) throw new StartUpMistake(`The ${part.name} did not start (${reason}).`);
    if (Date.now() < deadline) continue;
    if (part.readyUrl === undefined) return;
    throw new StartUpMistake(`The ${part.name} is not ready after ${READY_WITHIN_MS / 1000} seconds.`);
  }
}

async function answersOk(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

type Log = { file: string; startsAt: number; stopRotating: () => void };

function beginLog(folder: string, name: string): Log {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name.toLowerCase()}.log`);
  const stopRotating = keepLogShort(file);
  closeSync(openLog(file));
  return { file, startsAt: statSync(file).size, stopRotating };
}

function lastWords({ file, startsAt }: Log): string {
  return readFileSync(file).subarray(startsAt).toString('utf8').trim().split('\n').slice(-20).join('\n');
}
