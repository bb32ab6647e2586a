import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '@zawadi/sandbox';
import { freePort } from '@zawadi/story/free-port';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import product from '../../package.json' with { type: 'json' };
import { buildArtefact, makeFolder } from './artefact.ts';
import { startOwnPostgres, type OwnPostgres } from './own-postgres.ts';
import { findProgram } from './proxies.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const BUILD = join(import.meta.dirname, '../../ops/image/build');
const NAME = `zawadi-test-${process.pid}`;
const IMAGE = `${NAME}:${product.version}`;
const USER = 10_001;
/** Small limits, because a container inside a container may not raise its own. */
const LIMITS = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=4096:4096'];

const { folder, remove } = makeFolder();
const leaving: (() => unknown)[] = [];
let postgres: OwnPostgres;
let sandbox: Sandbox;
let artefact: string;
beforeAll(async () => {
  buildArtefact(folder);
  artefact = join(folder, 'current');
  postgres = await startOwnPostgres(folder);
  sandbox = await createSandbox({ port: 0, smtpPort: 0 });
});
afterAll(async () => {
  for (const leave of leaving.toReversed()) leave();
  await sandbox?.close();
  await postgres?.stop();
  remove();
});

type Environment = Record<string, string>;

/** A way to run the image on this machine. */
type Way = {
  words: string;
  /** Returns the program that runs a command of the image in the foreground. It inherits the environment. */
  command: (name: string, environment: Environment, args: string[]) => string[];
};

test('the image is built from Debian’s packages, Node and the artefact, and serves read-only as an ordinary user', async () => {
  const way = chooseWay();
  process.stdout.write(`${way.words}\n`);
  const migrated = await start(way, { DATABASE_OWNER_URL: postgres.ownerUrl }, 'migrate').hasEnded;
  expect(migrated).toMatchObject({
    code: 0,
    printed: expect.stringContaining('The database is up to date.'),
  });

  const port = String(await freePort());
  const api = start(
    way,
    {
      DATABASE_URL: postgres.appUrl,
      SANDBOX_PORT: new URL(sandbox.url).port,
      HOST: '127.0.0.1',
      PORT: port,
    },
    'api',
  );
  await vi.waitFor(
    async () => expect(await fetch(`http://127.0.0.1:${port}/readyz`)).toMatchObject({ status: 200 }),
    { timeout: 60_000, interval: 200 },
  );
  const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('<title>');
  const pid = pidListeningOn(port);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  expect(status).toMatch(new RegExp(`^Uid:\\s+${USER}\\s+${USER}\\s`, 'mu'));
  expect(status).toMatch(/^CapEff:\s+0+$/mu);
  // The options that only a start can set.
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('--max-semi-space-size=8');
  process.kill(pid, 'SIGTERM');
  expect(await api.hasEnded).toMatchObject({ code: 0 });
});

/** Builds the image if Debian's tools are installed, and chooses the strictest way to run it that works here. */
function chooseWay(): Way {
  const missing = ['mmdebstrap', 'buildah'].filter((name) => findProgram(name) === undefined);
  if (missing.length > 0) {
    return {
      words: `No image was built, because ${missing.join(' and ')} is not installed; the unpacked artefact runs instead.`,
      command: (_name, _environment, args) => [
        'setpriv',
        `--reuid=${USER}`,
        `--regid=${USER}`,
        '--clear-groups',
        '--no-new-privs',
        '--bounding-set=-all',
        '--inh-caps=-all',
        join(folder, 'node'),
        join(artefact, 'zawadi'),
        ...args,
      ],
    };
  }
  const built = spawnSync(BUILD, [artefact], {
    env: { ...process.env, IMAGE: NAME, NODE: process.execPath },
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`the image could not be built:\n${built.stdout}${built.stderr}`);
  leaving.push(() => spawnSync('buildah', ['rmi', IMAGE]));
  return findPodman() ?? inChroot();
}

/** @returns undefined if this machine lets podman start no container */
function findPodman(): Way | undefined {
  if (findProgram('podman') === undefined) return undefined;
  const runtimes = ['crun', 'runc'].flatMap((name) => findProgram(name) ?? []);
  const command = (runtime: string, options: string[], args: string[]) => [
    'podman',
    '--runtime',
    runtime,
    'run',
    '--rm',
    '--read-only',
    '--cap-drop=ALL',
    '--network=host',
    ...LIMITS,
    ...options,
    IMAGE,
    ...args,
  ];
  const runtime = runtimes.find((one) => {
    const [program = '', ...args] = command(one, [], ['--version']);
    return spawnSync(program, args, { encoding: 'utf8' }).stdout.trim() === product.version;
  });
  if (runtime === undefined) return undefined;
  return {
    words: `The image runs in podman, with ${runtime}.`,
    command: (name, environment, args) => {
      const variables = Object.entries(environment).map(([key, value]) => `--env=${key}=${value}`);
      return command(runtime, [`--name=${name}`, ...variables], args);
    },
  };
}

/** Runs the files of the image without a container: on a machine that allows no namespaces. */
function inChroot(): Way {
  const container = spawnSync('buildah', ['from', IMAGE], { encoding: 'utf8' }).stdout.trim();
  const root = spawnSync('buildah', ['mount', container], { encoding: 'utf8' }).stdout.trim();
  leaving.push(() => spawnSync('buildah', ['rm', container]));
  return {
    words: 'Podman starts no container here; the files of the image run in a chroot.',
    command: (_name, _environment, args) => [
      'chroot',
      `--userspec=${USER}:${USER}`,
      root,
      '/usr/bin/node',
      '/opt/zawadi/zawadi',
      ...args,
    ],
  };
}

let started = 0;

function start(way: Way, environment: Environment, ...args: string[]) {
  const name = `${NAME}-${(started += 1)}`;
  const [program = '', ...rest] = way.command(name, environment, args);
  const child: ChildProcess = spawn(program, rest, {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  leaving.push(
    () => child.kill('SIGKILL'),
    () => spawnSync('podman', ['rm', '--force', name]),
  );
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (printed += String(chunk)));
  return { hasEnded: once(child, 'close').then(() => ({ code: child.exitCode, printed })) };
}

/** Returns the process that listens on a port of this machine. */
function pidListeningOn(port: string): number {
  const { stdout } = spawnSync(
    'ss',
    ['--listening', '--numeric', '--processes', '--tcp', `sport = :${port}`],
    {
      encoding: 'utf8',
    },
  );
  const [, pid] = /pid=(\d+)/u.exec(stdout) ?? [];
  if (pid === undefined) throw new Error(`nothing listens on ${port}:\n${stdout}`);
  return Number(pid);
}
