import { spawn, spawnSync } from 'node:child_process';
import { closeSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLog } from '../open-log.ts';
import { StartUpMistake } from '../start-up-mistake.ts';
import { dataFolderFor } from './cluster.ts';
import type { ServerUser } from './server-user.ts';

const STARTS_WITHIN_MS = 300_000;
const STOPS_WITHIN_MS = 30_000;

export type PostgresServer = { hasExited: Promise<void>; stop: () => Promise<void> };
export type PortTaken = { portIsTaken: true };

type ServerOptions = {
  postgres: string;
  cluster: string;
  logFile: string;
  user: ServerUser | undefined;
  port: number;
  settings: Record<string, string>;
};

/**
 * Runs the server and waits until it is ready, including crash recovery.
 *
 * @throws StartUpMistake with PostgreSQL's last log lines if it does not start
 */
export async function runServer(options: ServerOptions): Promise<PostgresServer | PortTaken> {
  const logStart = statSync(options.logFile, { throwIfNoEntry: false })?.size ?? 0;
  const child = spawnServer(options);
  let isRunning = true;
  const hasExited = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  }).then(() => {
    isRunning = false;
  });

  const stop = async (): Promise<void> => {
    // SIGINT rolls open transactions back and stops. SIGTERM would wait for every client to disconnect.
    child.kill('SIGINT');
    const timeout = setTimeout(() => child.kill('SIGQUIT'), STOPS_WITHIN_MS);
    await hasExited;
    clearTimeout(timeout);
  };

  const deadline = Date.now() + STARTS_WITHIN_MS;
  while (isRunning && Date.now() < deadline) {
    if (isReady(options.cluster, child.pid)) return { hasExited, stop };
    await Promise.race([hasExited, sleep(20)]);
  }
  await stop();
  const words = readFileSync(options.logFile, 'utf8').slice(logStart);
  if (words.includes('could not create any TCP/IP sockets')) return { portIsTaken: true };
  throw new StartUpMistake(
    `The embedded PostgreSQL did not start: ${lastFatal(words)} (log: ${options.logFile})`,
  );
}

function spawnServer({ postgres, cluster, logFile, user, port, settings }: ServerOptions) {
  // No Unix socket: its path may have 107 bytes, which a deep data folder would exceed.
  const fixed = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) };
  const assignments = Object.entries({ ...settings, ...fixed }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const command = [...dieWithParent(), postgres, '-D', dataFolderFor(cluster), ...assignments];
  const log = openLog(logFile);
  try {
    return spawn(command[0] ?? postgres, command.slice(1), {
      cwd: cluster,
      // In its own session: Ctrl-C in the terminal must reach the API first and the database last.
      detached: true,
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', log, log],
      ...user,
    });
  } finally {
    closeSync(log);
  }
}

/**
 * Returns the command prefix that stops the server when this process dies. Without setpriv, the next start stops it.
 */
function dieWithParent(): string[] {
  const wrapper = ['setpriv', '--pdeathsig', 'INT', '--'];
  return spawnSync('setpriv', [...wrapper.slice(1), 'true']).status === 0 ? wrapper : [];
}

/**
 * Returns whether the server says in the eighth line of its lock file that it is ready. A test connection could reach
 * another program on the port.
 */
function isReady(cluster: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

function lastFatal(words: string): string {
  const lines = words.trim().split('\n');
  const fatal = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '';
  return fatal.replace(/^.*?(FATAL|PANIC):\s*/, '') || 'it said nothing';
}
