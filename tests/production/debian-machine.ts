import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { until } from '../../apps/api/src/testing/until.ts';
import { findProgram } from './proxies.ts';

const BOOT = join(import.meta.dirname, 'boot-debian.sh');
/** Has PostgreSQL 18. */
const SUITE = 'forky';
const ARCHIVE = 'http://deb.debian.org/debian';

type Ended = { code: number | null; printed: string };

export type DebianMachine = {
  /** Folder of its files. */
  root: string;
  /** Its address, and that of this machine, on a line between the two. */
  addresses: { own: string; outside: string };
  /** Runs a command on the machine. Its own network has no way to the internet; `hasInternet` runs it in this machine's. */
  run: (command: string[], options?: { hasInternet?: boolean; input?: string }) => Promise<Ended>;
  stop: () => Promise<void>;
};

/** @returns what a machine with systemd would need here, or undefined if nothing is missing */
export function whyNoDebian(): string | undefined {
  if (process.getuid?.() !== 0) return 'it needs root';
  const missing = ['mmdebstrap', 'unshare', 'nsenter', 'ip'].find((name) => findProgram(name) === undefined);
  if (missing !== undefined) return `${missing} is not installed`;
  if (controlGroups() === undefined) return 'there is no hierarchy of control groups 2';
  const { status, stderr } = spawnSync('unshare', [
    '--mount',
    '--net',
    '--pid',
    '--cgroup',
    '--fork',
    'true',
  ]);
  return status === 0 ? undefined : `unshare says ${String(stderr).trim()}`;
}

/** Installs a bare Debian into a folder and starts its systemd. */
export async function startDebian(folder: string): Promise<DebianMachine> {
  const root = join(folder, 'debian');
  await must('mmdebstrap', [
    '--quiet',
    '--variant=apt',
    '--mode=root',
    '--aptopt=Acquire::Check-Valid-Until "false"',
    '--include=systemd,systemd-sysv,dbus,ca-certificates',
    SUITE,
    root,
    `deb [trusted=yes] ${ARCHIVE} ${SUITE} main`,
  ]);
  copyFileSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'));
  const group = join(controlGroups() ?? '', `zawadi-test-${process.pid}`);
  const machine = spawn(BOOT, [root, group], { stdio: 'ignore' });
  const init = await until(() => {
    const [pid = ''] = readFileSync(`/proc/${machine.pid}/task/${machine.pid}/children`, 'utf8').split(' ');
    expect(readFileSync(`/proc/${pid}/comm`, 'utf8')).toBe('systemd\n');
    return pid;
  });
  const run: DebianMachine['run'] = (command, { hasInternet = false, input = '' } = {}) => {
    const environment = ['env', '-i', 'PATH=/usr/local/sbin:/usr/sbin:/usr/bin', 'LC_ALL=C.UTF-8'];
    const spaces = ['-m', '-p', '-u', '-i', '-C', ...(hasInternet ? [] : ['-n'])];
    return ended('nsenter', ['-t', init, ...spaces, 'chroot', root, ...environment, ...command], input);
  };
  await until(async () => {
    const { printed } = await run(['systemctl', 'is-system-running']);
    // Some file systems of the kernel cannot be mounted here.
    expect(printed).toMatch(/running|degraded/u);
  });
  const addresses = { own: '10.213.0.2', outside: '10.213.0.1' };
  const line = `zawadi${process.pid % 10_000}`;
  await must('ip', ['link', 'add', line, 'type', 'veth', 'peer', 'name', 'outside', 'netns', init]);
  await must('ip', ['address', 'add', `${addresses.outside}/24`, 'dev', line]);
  await must('ip', ['link', 'set', line, 'up']);
  for (const args of [
    ['address', 'add', `${addresses.own}/24`, 'dev', 'outside'],
    ['link', 'set', 'outside', 'up'],
  ])
    await must('nsenter', ['-t', init, '-n', 'ip', ...args]);
  return {
    root,
    addresses,
    run,
    stop: async () => {
      machine.kill('SIGKILL');
      await until(() => {
        spawnSync('find', [group, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';']);
        expect(existsSync(group)).toBe(false);
      });
    },
  };
}

/** Returns the folder of control groups 2, the only ones that systemd accepts. */
function controlGroups(): string | undefined {
  const { stdout } = spawnSync('findmnt', ['-n', '-t', 'cgroup2', '-o', 'TARGET'], { encoding: 'utf8' });
  return stdout.split('\n')[0] || undefined;
}

async function must(program: string, args: string[]): Promise<void> {
  const { code, printed } = await ended(program, args);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${printed}`);
}

function ended(program: string, args: string[], input = ''): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, printed }));
    // A command need not read its input.
    child.stdin.on('error', () => undefined).end(input);
  });
}
