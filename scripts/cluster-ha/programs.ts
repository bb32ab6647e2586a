import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { openLog } from '../open-log.ts';
import { StartUpMistake } from '../start-up-mistake.ts';
import type { Machine } from './machines.ts';

const NEEDED = ['postgres', 'psql', 'patroni', 'patronictl', 'etcd', 'haproxy', 'pgbackrest'] as const;
const POSTGRES_FOLDER = '/usr/lib/postgresql/18/bin';
const FOLDERS = ['/usr/local/bin', '/usr/bin', '/usr/sbin', '/bin', '/sbin'];
const OLDEST_POSTGRES = 18;

/** A command to run on one of the machines, or outside them. */
export type Command = {
  machine?: Machine;
  program: string;
  args: readonly string[];
  /** Environment variables in addition to PATH. The command does not inherit ours. */
  environment?: Record<string, string>;
  input?: string;
};

export type Programs = {
  /** Folder of PostgreSQL's programs, as seen inside HA_ROOT. */
  postgresFolder: string;
  /** User that the programs run as, because PostgreSQL refuses root. */
  user: { uid: number; gid: number } | undefined;
  /** Starts a program that ends together with this process. Its output goes to the file. */
  start: (command: Command, logFile: string) => ChildProcess;
  /** @throws Error with the output of a failed command */
  run: (command: Command) => string;
  /** Writes a script that runs the rest of its command line on a machine. */
  scriptFor: (machine: Machine, environment: Record<string, string>) => string;
};

/**
 * Finds the programs of a highly available PostgreSQL: in the root file system HA_ROOT, or on this computer.
 * @param folder of the cluster; programs in HA_ROOT must see it under the same path
 * @throws StartUpMistake that says what is missing and how to install it
 */
export function findPrograms(environment: NodeJS.ProcessEnv, folder: string): Programs {
  const { HA_ROOT: root = '', PATH = '' } = environment;
  const isRoot = process.getuid?.() === 0;
  if (root !== '' && !isRoot) {
    throw new StartUpMistake('HA_ROOT needs chroot: run this as root.');
  }
  const folders = [POSTGRES_FOLDER, ...(root === '' ? PATH.split(delimiter) : []), ...FOLDERS];
  const paths = new Map(NEEDED.map((name) => [name, findIn(root, folders, name)]));
  if (root === '' && isOld(paths.get('postgres'))) paths.delete('postgres');
  const missing: string[] = NEEDED.filter((name) => paths.get(name) === undefined);
  const patroni = paths.get('patroni');
  if (patroni !== undefined && !hasEtcdClient(root, patroni)) missing.push('python3-etcd');
  if (missing.length > 0) throw new StartUpMistake(explain(missing, root));
  const user = isRoot ? userNamed('postgres', root) : undefined;
  const postgresFolder = dirname(paths.get('postgres') ?? '');
  if (root !== '') mkdirSync(join(root, folder), { recursive: true });

  const searched = folders.join(delimiter);

  function lineOf(machine: Machine | undefined, program: string, args: readonly string[]): string[] {
    const login = isRoot && root === '' ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : [];
    return [
      ...(machine?.enter ?? []),
      ...(root === '' ? [] : [...IN_ROOT, root, folder]),
      'setpriv',
      ...login,
      ...LEAVE_WITH_PARENT,
      program,
      ...args,
    ];
  }
  const environmentOf = (own: Record<string, string> = {}) => ({
    PATH: searched,
    LC_ALL: 'C.UTF-8',
    HOME: folder,
    ...own,
  });

  return {
    postgresFolder,
    user,
    start: ({ machine, program, args, environment: own }, logFile) => {
      const [first = '', ...rest] = lineOf(machine, program, args);
      const log = openLog(logFile);
      try {
        return spawn(first, rest, {
          env: environmentOf(own),
          cwd: '/',
          // In its own session: Ctrl-C in the terminal then reaches only this process, which stops the parts in order.
          detached: true,
          stdio: ['ignore', log, log],
        });
      } finally {
        closeSync(log);
      }
    },
    run: ({ machine, program, args, environment: own, input }) => {
      const [first = '', ...rest] = lineOf(machine, program, args);
      const { status, stdout, stderr, error } = spawnSync(first, rest, {
        env: environmentOf(own),
        cwd: '/',
        input,
        encoding: 'utf8',
        maxBuffer: 64 * 1_048_576,
      });
      if (error) throw error;
      if (status === 0) return stdout;
      throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`);
    },
    scriptFor: (machine, own) => {
      const words = lineOf(machine, '', []).slice(0, -1);
      const variables = Object.entries(environmentOf(own)).map(([name, value]) => `${name}=${value}`);
      const line = ['env', '-i', 'TERM="$TERM"', ...[...variables, ...words].map(quoted)].join(' ');
      return `#!/bin/sh\ncd /\nexec ${line} "$@"\n`;
    },
  };
}

const LEAVE_WITH_PARENT = ['--pdeathsig', 'TERM', '--'];

/** The mounts are visible only to the started program and its children, and end with them. */
const IN_ROOT = [
  'unshare',
  '--mount',
  '--propagation=private',
  'sh',
  '-c',
  `mount -t proc proc "$1/proc" && mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm" && mount --bind "$2" "$1$2" || exit 1
   root=$1; shift 2; exec chroot --userspec=postgres:postgres "$root" "$@"`,
  'in-root',
];

function findIn(root: string, folders: string[], name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(join(root, path)));
}

function isOld(postgres: string | undefined): boolean {
  if (postgres === undefined) return false;
  const { stdout } = spawnSync(postgres, ['--version'], { encoding: 'utf8' });
  return !(Number(/\) (\d+)/u.exec(stdout)?.[1]) >= OLDEST_POSTGRES);
}

/** Patroni's etcd client is a separate package. Without it, Patroni exits right after its start. */
function hasEtcdClient(root: string, patroni: string): boolean {
  const [, interpreter = 'python3'] = /^#!(.+)/u.exec(readFileSync(join(root, patroni), 'utf8')) ?? [];
  const line = [...interpreter.trim().split(/\s+/u), '-c', 'import etcd'];
  const [command = '', ...args] = root === '' ? line : ['chroot', root, ...line];
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

function userNamed(name: string, root: string): { uid: number; gid: number } {
  const users = readFileSync(join(root, '/etc/passwd'), 'utf8');
  const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'mu').exec(users) ?? [];
  if (uid === undefined) throw new StartUpMistake(`There is no user ${name}. PostgreSQL cannot run as root.`);
  return { uid: Number(uid), gid: Number(gid) };
}

function explain(missing: readonly string[], root: string): string {
  const where = root === '' ? 'on this machine' : `in ${root}`;
  return (
    `Not found ${where}: ${missing.join(', ').replace('postgres,', 'postgres (18 or newer),')}. docs/high-availability.md says how to install them, ` +
    'or how to make a root folder with all of them for HA_ROOT.'
  );
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
