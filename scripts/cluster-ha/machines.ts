import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** One of three machines: an address of its own, and where that is possible a network of its own. */
export type Machine = {
  name: string;
  address: string;
  /** Words before a command that runs there. */
  enter: string[];
  /** Its cable. Undefined where machines are only addresses of the loopback device. */
  link: { cut: () => void; mend: () => void } | undefined;
};

export type Network = { machines: Machine[]; subnet: string; remove: () => void };

const MACHINES = [1, 2, 3];
const PREFIX = 'zha';

/**
 * Three machines within this one, all with the usual ports: network namespaces joined by a bridge for root, else addresses
 * of the loopback device.
 */
export function layNetwork(): Network {
  removeAbandoned();
  return process.getuid?.() === 0 && ip('link', 'add', bridgeOf(process.pid), 'type', 'bridge')
    ? joinNamespaces(process.pid)
    : useLoopback(process.pid);
}

function useLoopback(pid: number): Network {
  const block = `127.${64 + ((pid >> 8) & 63)}.${pid & 255}`;
  const machines = MACHINES.map((number) => ({
    name: `zawadi-${number}`,
    address: `${block}.1${number}`,
    enter: [],
    link: undefined,
  }));
  return { machines, subnet: '127.0.0.0/8', remove: () => undefined };
}

function joinNamespaces(pid: number): Network {
  // Of the addresses that RFC 2544 sets aside for trying networks out.
  const block = `198.${18 + ((pid >> 8) & 1)}.${pid & 255}`;
  const bridge = bridgeOf(pid);
  must('addr', 'add', `${block}.1/24`, 'dev', bridge);
  must('link', 'set', bridge, 'up');
  const machines = MACHINES.map((number) => {
    const [space, address] = [`${bridge}-${number}`, `${block}.1${number}`];
    must('netns', 'add', space);
    must('link', 'add', space, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    must('link', 'set', space, 'master', bridge, 'up');
    must('-n', space, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    must('-n', space, 'link', 'set', 'lo', 'up');
    must('-n', space, 'link', 'set', 'eth0', 'up');
    // Packets vanish, and neither side is told: worse than a link that is seen to be down.
    const link = {
      cut: () => must('link', 'set', space, 'nomaster'),
      mend: () => must('link', 'set', space, 'master', bridge),
    };
    return { name: `zawadi-${number}`, address, enter: ['ip', 'netns', 'exec', space], link };
  });
  return { machines, subnet: `${block}.0/24`, remove: () => remove(pid) };
}

/** Of processes that were killed. */
function removeAbandoned(): void {
  const { stdout } = spawnSync('ip', ['-o', 'link', 'show', 'type', 'bridge'], { encoding: 'utf8' });
  for (const [, pid] of (stdout ?? '').matchAll(/ zha(\d+):/gu)) {
    if (!existsSync(`/proc/${pid}`)) remove(Number(pid));
  }
}

function remove(pid: number): void {
  const bridge = bridgeOf(pid);
  for (const number of MACHINES) {
    const { stdout } = spawnSync('ip', ['netns', 'pids', `${bridge}-${number}`], { encoding: 'utf8' });
    for (const left of (stdout ?? '').split('\n').filter(Boolean)) spawnSync('kill', ['-9', left]);
    ip('netns', 'del', `${bridge}-${number}`);
  }
  ip('link', 'del', bridge);
}

function bridgeOf(pid: number): string {
  return `${PREFIX}${pid}`;
}

function ip(...args: string[]): boolean {
  return spawnSync('ip', args).status === 0;
}

function must(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')} failed: ${stderr}`);
}
