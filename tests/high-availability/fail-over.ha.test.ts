import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DatabaseNode } from '../../scripts/cluster-ha/database-node.ts';
import { expectAgreement } from '../faults/expect-agreement.ts';
import { expectKept } from '../faults/expect-kept.ts';
import { letEveryEventArrive, letPaymentsSettle } from '../faults/settle.ts';
import { startLoad, type Load } from './load.ts';
import { startHighlyAvailable, type HighlyAvailable } from './system.ts';

vi.setConfig({ testTimeout: 900_000, hookTimeout: 300_000 });

const seed = process.env['FAULT_SEED'] ?? String(randomInt(1_000_000));
const STEADY = 40;
const LONGEST_GAP_MS = 60_000;

type Fault = {
  name: string;
  /** Whether this fault makes another node the leader. */
  movesLeader: boolean;
  /** Only root can cut a machine off. */
  needsLink?: true;
  strike: (leader: DatabaseNode, replica: DatabaseNode) => Promise<void> | void;
  mend?: (leader: DatabaseNode, replica: DatabaseNode) => void;
};

const FAULTS: Fault[] = [
  {
    name: 'planned switch-over',
    movesLeader: true,
    strike: (leader, replica) => {
      const names = ['--leader', leader.machine.name, '--candidate', replica.machine.name];
      replica.run('patronictl', 'switchover', 'zawadi', ...names, '--force');
    },
  },
  { name: "leader's PostgreSQL killed", movesLeader: false, strike: (leader) => leader.kill9('postgres') },
  {
    name: "leader's machine killed",
    movesLeader: true,
    strike: (leader) => leader.kill9('machine'),
    mend: (leader) => leader.start(),
  },
  {
    name: "leader's Patroni killed, PostgreSQL runs on",
    movesLeader: true,
    strike: (leader) => leader.kill9('patroni'),
    mend: (leader) => leader.start(),
  },
  {
    name: 'leader cut off from the others and from HAProxy',
    movesLeader: true,
    needsLink: true,
    strike: (leader) => leader.machine.link?.cut(),
    mend: (leader) => leader.machine.link?.mend(),
  },
  {
    name: 'replica cut off',
    movesLeader: false,
    needsLink: true,
    strike: (_, replica) => replica.machine.link?.cut(),
    mend: (_, replica) => replica.machine.link?.mend(),
  },
  {
    name: 'replica cut off, whose etcd leads',
    movesLeader: false,
    needsLink: true,
    strike: (_, replica) => {
      makeEtcdLeader(replica);
      replica.machine.link?.cut();
    },
    mend: (_, replica) => replica.machine.link?.mend(),
  },
  {
    name: "replica's PostgreSQL suspended",
    movesLeader: false,
    strike: (_, replica) => replica.halt(),
    mend: (_, replica) => replica.resume(),
  },
];

let system: HighlyAvailable;
let load: Load;
beforeAll(async () => {
  system = await startHighlyAvailable();
  load = await startLoad(system, seed);
});
afterAll(async () => {
  await load?.close();
  await system?.stop();
});

test(`F16 no acknowledged write is lost or doubled by switch-over, kill -9 or cut links (FAULT_SEED=${seed})`, async () => {
  const lines: string[] = [];
  const canCut = system.cluster.nodes.every(({ machine }) => machine.link !== undefined);
  for (const fault of FAULTS) {
    if (fault.needsLink === true && !canCut) {
      lines.push(`${fault.name.padEnd(50)} not played: only root can cut links`);
      continue;
    }
    const { gapMs, acknowledged } = await measureUnderFault(fault);
    lines.push(
      `${fault.name.padEnd(50)} ${(gapMs / 1_000).toFixed(1).padStart(6)} s ${String(acknowledged).padStart(8)}`,
    );
    process.stdout.write(`${lines.at(-1)}\n`);
    expect(gapMs, fault.name).toBeLessThan(LONGEST_GAP_MS);
  }
  await load.stop();
  for (const child of [...system.apis, ...system.workers]) expect(child.isRunning()).toBe(true);
  const { lost, doubled } = await compareWithBooks();
  process.stdout.write(
    [`${'fault'.padEnd(50)} ${'gap'.padStart(8)} ${'writes'.padStart(8)}`, ...lines].join('\n') +
      `\n${load.acknowledged()} acknowledged, ${lost.length} lost, ${doubled.length} doubled\n`,
  );
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });

  await letPaymentsSettle(system, system.workers);
  await expectKept(system, load.till.basic, load.lives);
  await letEveryEventArrive(system, system.workers, load);
  for (const shop of load.shops) await expectAgreement(system, shop, load.told);
  await system.expectBooks();
});

/** Makes this node's etcd the leader of etcd, which may be on another machine than PostgreSQL's leader. */
function makeEtcdLeader({ run, places }: DatabaseNode): void {
  const members = run('etcdctl', 'endpoint', 'status', '--write-out=fields').split('"ClusterID"').slice(1);
  const own = members.find((fields) => fields.includes(`"${places.etcd['ETCD_ADVERTISE_CLIENT_URLS']}"`));
  const idOf = (field: string) => BigInt(new RegExp(`"${field}" : (\\d+)`, 'u').exec(own ?? '')?.[1] ?? 0);
  if (idOf('Leader') !== idOf('MemberID')) run('etcdctl', 'move-leader', idOf('MemberID').toString(16));
}

/** Injects one fault under load, measures the outage, and ends the fault. */
async function measureUnderFault({
  movesLeader,
  strike,
  mend,
}: Fault): Promise<{ gapMs: number; acknowledged: number }> {
  await system.cluster.untilWhole();
  await load.untilMore(STEADY);
  const leader = await system.cluster.leader();
  const replica = system.cluster.nodes.find((node) => node !== leader) ?? leader;
  const before = load.acknowledged();
  const endOfGap = load.measureGap();
  await strike(leader, replica);
  if (movesLeader) while ((await system.cluster.leader()) === leader) await pause(100);
  await load.untilMore(STEADY);
  mend?.(leader, replica);
  await system.cluster.untilWhole();
  await load.untilMore(STEADY);
  return { gapMs: endOfGap(), acknowledged: load.acknowledged() - before };
}

/**
 * Compares answers with the books. Every request was retried under its key until it was answered, so an operation
 * without an answer was done twice.
 */
async function compareWithBooks(): Promise<{ lost: string[]; doubled: string[] }> {
  const { created, sales } = load.told;
  const told = new Set([...created, ...sales].map(({ id }) => id));
  const { rows } = await system.owner.query<{ id: string }>(
    `select id from vouchers where issuer_merchant_id = any($1)
     union all select id from redemptions where merchant_id = any($1)`,
    [load.shops.map(({ merchantId }) => merchantId)],
  );
  const kept = new Set(rows.map(({ id }) => id));
  return {
    lost: [...told].filter((id) => !kept.has(id)),
    doubled: [...kept].filter((id) => !told.has(id)),
  };
}
