import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Simulated machine on this computer, with its own IP address and, where possible, its own network. */
export type Machine = {
  name: string;
  address: string;
  /** Command prefix that runs a program on the machine. */
  enter: string[];
  /** The machine's network link. Undefined if machines are only addresses of the loopback device. */
  link: Link | undefined;
};

/**
 * Network link of a machine. A cut link drops packets silently in both directions, which is harder to detect than a
 * link that is down.
 */
export type Link = {
  /** Drops all packets in both directions. */
  cut: () => void;
  mend: () => void;
  /** Drops packets to the other machine; packets from it still arrive. */
  silence: (other: Machine) => void;
  unsilence: (other: Machine) => void;
};

export type Network = {
  /** The database's machines. */
  machines: Machine[];
  /** Machines of the parameter `others`. */
  others: Machine[];
  subnet: string;
  remove: () => void;
};

const DATABASES = ['zawadi-1', 'zawadi-2', 'zawadi-3'];
const PREFIX = 'zha';
/** A locally administered MAC address that no device has. */
const NOBODY = '02:00:00:00:00:00';

/**
 * Creates three simulated machines on this computer, each with the standard ports. As root, they are network namespaces
 * with a bridge between them; otherwise addresses of the loopback device.
 * @param others names of further simulated machines, which run no database
 */
export function createNetwork(others: readonly string[] = []): Network {
  removeAbandoned();
  const names = [...DATABASES, ...others];
  const { machines, ...rest } =
    process.getuid?.() === 0 && ip('link', 'add', bridgeOf(process.pid), 'type', 'bridge')
      ? joinNamespaces(process.pid, names)
      : useLoopback(process.pid, names);
  const databases = DATABASES.length;
  return { ...rest, machines: machines.slice(0, databases), others: machines.slice(databases) };
}

/** Returns whether links can be cut: needs root, and a kernel that allows network bridges. */
export function canCutLinks(): boolean {
  const trial = bridgeOf(0);
  return process.getuid?.() === 0 && ip('link', 'add', trial, 'type', 'bridge') && ip('link', 'del', trial);
}

type Laid = Omit<Network, 'others'>;

function useLoopback(pid: number, names: string[]): Laid {
  const block = `127.${64 + ((pid >> 8) & 63)}.${pid & 255}`;
  const machines = names.map((name, index) => ({
    name,
    address: `${block}.${index + 11}`,
    enter: [],
    link: undefined,
  }));
  return { machines, subnet: '127.0.0.0/8', remove: () => undefined };
}

function joinNamespaces(pid: number, names: string[]): Laid {
  // Choose a subnet that RFC 2544 reserves for network tests, by the id of this process.
  const block = `198.${18 + ((pid >> 8) & 1)}.${pid & 255}`;
  const bridge = bridgeOf(pid);
  must('addr', 'add', `${block}.1/24`, 'dev', bridge);
  must('link', 'set', bridge, 'up');
  const machines = names.map((name, index) => {
    const [space, address] = [`${bridge}-${index + 1}`, `${block}.${index + 11}`];
    must('netns', 'add', space);
    must('link', 'add', space, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    must('link', 'set', space, 'master', bridge, 'up');
    must('-n', space, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    must('-n', space, 'link', 'set', 'lo', 'up');
    must('-n', space, 'link', 'set', 'eth0', 'up');
    const neighbour = (verb: string, other: Machine, ...rest: string[]) =>
      must('-n', space, 'neigh', verb, other.address, ...rest, 'dev', 'eth0');
    const link = {
      cut: () => must('link', 'set', space, 'nomaster'),
      mend: () => must('link', 'set', space, 'master', bridge),
      // The bridge sends the packets to a device that does not exist.
      silence: (other: Machine) => neighbour('replace', other, 'lladdr', NOBODY, 'nud', 'permanent'),
      unsilence: (other: Machine) => neighbour('del', other),
    };
    return { name, address, enter: ['ip', 'netns', 'exec', space], link };
  });
  return { machines, subnet: `${block}.0/24`, remove: () => remove(pid) };
}

/** Removes the bridges of killed processes. */
function removeAbandoned(): void {
  const { stdout } = spawnSync('ip', ['-o', 'link', 'show', 'type', 'bridge'], { encoding: 'utf8' });
  for (const [, pid] of (stdout ?? '').matchAll(/ zha(\d+):/gu)) {
    if (!existsSync(`/proc/${pid}`)) remove(Number(pid));
  }
}

function remove(pid: number): void {
  const bridge = bridgeOf(pid);
  for (const space of linesOf('netns', 'list').flatMap((line) => line.split(' ', 1))) {
    if (!space.startsWith(`${bridge}-`)) continue;
    for (const left of linesOf('netns', 'pids', space)) spawnSync('kill', ['-9', left]);
    // Delete the link explicitly: the kernel removes its namespace later, but the next cluster of this process reuses
    // the name.
    ip('link', 'del', space);
    ip('netns', 'del', space);
  }
  ip('link', 'del', bridge);
}

function bridgeOf(pid: number): string {
  return `${PREFIX}${pid}`;
}

function ip(...args: string[]): boolean {
  return spawnSync('ip', args).status === 0;
}

function linesOf(...args: string[]): string[] {
  return (spawnSync('ip', args, { encoding: 'utf8' }).stdout ?? '').split('\n').filter(Boolean);
}

function must(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')} failed: ${stderr}`);
}
