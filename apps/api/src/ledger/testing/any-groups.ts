import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { TransferGroup, TransferRequest } from '../transfer.ts';

/**
 * Account names and transfer ids of one run. They are unique, so that runs in one database do not affect each other.
 */
export type World = { homes: string[]; lockers: string[]; floats: string[]; shops: string[]; ids: string[] };

const HOMES = 3;
const IDS = 40;
const SLOTS = ['purse', 'locker', 'float', 'shop', 'vault', 'bridge', 'income:tips'] as const;
const CHECKED = new Set<Slot>(['purse', 'locker', 'float', 'shop']);

type Slot = (typeof SLOTS)[number];

/** A transfer whose numbers are indexes into a `World`. Ids repeat often, to cause retries and conflicts. */
type Sketch = { id: number; home: number; debit: Slot; credit: Slot; amount: number | 'all' | 'linked' };

export function newWorld(): World {
  const uuids = (length: number) => Array.from({ length }, () => randomUUID());
  return { homes: uuids(HOMES), lockers: uuids(2), floats: uuids(1), shops: uuids(2), ids: uuids(IDS) };
}

/** Generates random batches of groups, mostly of valid transfers. */
export function anyBatch(): fc.Arbitrary<Sketch[][]> {
  const sketch = fc.record({
    id: fc.nat(IDS - 1),
    home: fc.nat(HOMES - 1),
    debit: fc.constantFrom(...SLOTS),
    credit: fc.constantFrom(...SLOTS),
    amount: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 1, max: 60 }) },
      { weight: 1, arbitrary: fc.constant<'all'>('all') },
      { weight: 1, arbitrary: fc.constant<'linked'>('linked') },
    ),
  });
  return fc.array(fc.array(sketch, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });
}

/** Returns the groups that every run posts first. They fund the accounts. */
export function firstGroups(world: World): TransferGroup[] {
  const to = world.homes.flatMap((homeId, home) =>
    (['purse', 'locker', 'shop'] as const).map((slot) => ({ homeId, credit: accountOf(world, slot, home) })),
  );
  return to.map((one) => ({
    transfers: [{ id: randomUUID(), debit: 'vault', amount: 100n, kind: 'test', ...one }],
  }));
}

export function groupsIn(world: World, batch: Sketch[][]): TransferGroup[] {
  return batch.map((sketches) => ({ transfers: sketches.map((one, n) => transferIn(world, one, n)) }));
}

function transferIn(world: World, sketch: Sketch, n: number): TransferRequest {
  const { debit, home } = sketch;
  const other = SLOTS[(SLOTS.indexOf(debit) + 1) % SLOTS.length] ?? 'vault';
  const credit = sketch.credit === debit ? other : sketch.credit;
  const isPossible =
    typeof sketch.amount === 'number' || (sketch.amount === 'all' ? CHECKED.has(debit) : n > 0);
  return {
    id: world.ids[sketch.id] ?? randomUUID(),
    homeId: world.homes[home] ?? '',
    debit: accountOf(world, debit, home),
    credit: accountOf(world, credit, home),
    amount:
      isPossible && typeof sketch.amount === 'string' ? sketch.amount : BigInt(Number(sketch.amount) || 7),
    kind: 'test',
  };
}

function accountOf(world: World, slot: Slot, home: number): string {
  if (slot === 'purse') return `purse:${world.homes[home]}`;
  if (slot === 'locker') return `locker:${world.lockers[home % world.lockers.length]}`;
  if (slot === 'float') return `float:${world.floats[0]}`;
  if (slot === 'shop') return `shop:${world.shops[home % world.shops.length]}`;
  return slot;
}
