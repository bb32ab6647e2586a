import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@zawadi/story/sandbox-control';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { canCutLinks, type Machine } from '../../scripts/cluster-ha/machines.ts';
import { expectKept } from '../faults/expect-kept.ts';
import { letPaymentsSettle } from '../faults/settle.ts';
import { startFarApart, type FarApart } from './far-apart.ts';
import { startPayers, type Payers } from './payers.ts';
import { openScreens, type Screens } from './screens.ts';
import { isServing } from './system.ts';

vi.setConfig({ testTimeout: 900_000, hookTimeout: 300_000 });

const canCut = canCutLinks();
const seed = process.env['FAULT_SEED'] ?? String(randomInt(1_000_000));
const STEADY = 4;
const CUT_MS = 40_000;
const TRANSACTIONS_END_WITHIN_MS = 12_000;
const LONGEST_VOUCHER_GAP_MS = 15_000;
const LONGEST_PAYMENT_GAP_MS = 30_000;
const LONGEST_HINT_GAP_MS = 30_000;

type Cut = {
  name: string;
  /**
   * The machine to cut off. Choose alternate machines: after a cut, all screens are connected to the other API.
   */
  victim: (system: FarApart) => Machine;
  /** Whether the cut separates the machine from the database. */
  isFromDatabase: boolean;
  strike: (victim: Machine, system: FarApart) => void;
  mend: (victim: Machine, system: FarApart) => void;
};

const CUTS: Cut[] = [
  {
    name: 'an API and a worker from the database',
    victim: ({ apps: [first] }) => first,
    isFromDatabase: true,
    strike: (victim, system) => databasesOf(system).forEach((one) => silence(victim, one)),
    mend: (victim, system) => databasesOf(system).forEach((one) => unsilence(victim, one)),
  },
  {
    name: 'an API from the load balancer',
    victim: ({ apps: [, second] }) => second,
    isFromDatabase: false,
    strike: (victim, { front }) => silence(victim, front),
    mend: (victim, { front }) => unsilence(victim, front),
  },
  {
    name: 'a machine with API and worker from everything',
    victim: ({ apps: [first] }) => first,
    isFromDatabase: true,
    strike: (victim) => victim.link?.cut(),
    mend: (victim) => victim.link?.mend(),
  },
];

let system: FarApart;
let payers: Payers;
let screens: Screens;
beforeAll(async () => {
  if (!canCut) return;
  system = await startFarApart();
  payers = await startPayers(system, seed);
  screens = await openScreens(system);
});
afterAll(async () => {
  await screens?.stop();
  await system?.stop();
});

test(`F37 if half of the APIs and workers are cut off, the other half serves, and no acknowledged write is lost or doubled (FAULT_SEED=${seed})`, async (context) => {
  context.skip(!canCut, 'Only root can cut machines off.');
  const lines: string[] = [];
  for (const cut of CUTS) lines.push(await measureUnderFault(cut));
  await payers.stop();
  await screens.stop();
  process.stdout.write([`${'silent'.padEnd(50)} vouchers payments screens`, ...lines, ''].join('\n'));
  expect(await listVouchers()).toEqual(payers.created.toSorted());
  await letPaymentsSettle(system, system.workers);
  await expectKept(system, payers.till.basic, payers.lives);
  await system.expectBooks();
});

/** Cuts one of two machines off for a while under load. @returns a line of the printed table */
async function measureUnderFault({
  name,
  victim: choose,
  isFromDatabase,
  strike,
  mend,
}: Cut): Promise<string> {
  await payers.untilPaid(STEADY);
  const victim = choose(system);
  const ends = [payers.measureVouchers(), payers.measurePayments(), screens.measureHints()];
  strike(victim, system);
  await pause(TRANSACTIONS_END_WITHIN_MS);
  if (isFromDatabase) await expectNoTransactions(victim);
  await pause(CUT_MS - TRANSACTIONS_END_WITHIN_MS);
  mend(victim, system);
  await payers.untilPaid(STEADY);
  const gapsMs = ends.map((end) => end());
  const [vouchersMs = 0, paymentsMs = 0, hintsMs = 0] = gapsMs;
  const line = [name.padEnd(50), ...gapsMs.map((ms) => `${(ms / 1_000).toFixed(1).padStart(6)} s`)].join(' ');
  process.stdout.write(`${line}\n`);
  expect(vouchersMs).toBeLessThan(LONGEST_VOUCHER_GAP_MS);
  expect(paymentsMs).toBeLessThan(LONGEST_PAYMENT_GAP_MS);
  expect(hintsMs).toBeLessThan(LONGEST_HINT_GAP_MS);
  const readyz = `http://${victim.address}:${new URL(system.api.baseUrl).port}/readyz`;
  await eventually('the API that was cut off', async () => (await isServing(readyz)) || undefined);
  for (const child of [...system.apis, ...system.workers]) expect(child.isRunning()).toBe(true);
  return line;
}

/** Checks that the database has ended the cut-off machine's transactions, so that they have no locks. */
async function expectNoTransactions({ address }: Machine): Promise<void> {
  const client = new Client({ connectionString: system.cluster.superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select state, query from pg_stat_activity where client_addr = $1 and state <> 'idle'`,
      [address],
    );
    expect(rows).toEqual([]);
  } finally {
    await client.end();
  }
}

function silence(one: Machine, other: Machine): void {
  one.link?.silence(other);
  other.link?.silence(one);
}

function unsilence(one: Machine, other: Machine): void {
  one.link?.unsilence(other);
  other.link?.unsilence(one);
}

function databasesOf({ cluster }: FarApart): Machine[] {
  return cluster.nodes.map(({ machine }) => machine);
}

async function listVouchers(): Promise<string[]> {
  const { rows } = await system.owner.query<{ id: string }>(
    'select id from vouchers where issuer_merchant_id = $1',
    [payers.till.merchantId],
  );
  return rows.map(({ id }) => id).toSorted();
}
