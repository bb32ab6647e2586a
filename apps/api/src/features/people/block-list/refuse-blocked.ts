import type { BlockKind } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { batched } from '../../../platform/batcher.ts';
import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { networkAround, parseAddress } from './blocked-value.ts';
import { addHits, readInForce } from './store.ts';

/** Entry ids by value, and the sizes of the blocked networks. */
type InForce = Record<BlockKind, Map<string, string>> & { sizes: Record<'ipv4' | 'ipv6', number[]> };

// One query a second in a busy process; a lookup reads memory.
const cacheOf = cachePerDatabase<InForce>({ load: readList, maximumAgeMs: 1_000, maximumEntries: 1 });

const countersOf = new WeakMap<Db, (id: string) => Promise<void>>();

/**
 * Refuses a request from a blocked device or network.
 * @param from.deviceKey thumbprint of the key that the request proves
 * @throws Refusal `not_available_here`
 */
export async function requireUnblockedDevice(
  { db }: Pick<Deps, 'db'>,
  { address, deviceKey }: { address: string; deviceKey: string | undefined },
): Promise<void> {
  const list = await cacheOf(db).read('all');
  const byDevice = deviceKey === undefined ? undefined : list.device.get(deviceKey);
  if (byDevice !== undefined) await refuse(db, 'device', byDevice);
  const byAddress = entryAround(list, address);
  if (byAddress !== undefined) await refuse(db, 'address', byAddress);
}

/**
 * Refuses blocked phone numbers. Call it before a transaction: the refusal is counted, and the transaction would roll
 * the count back.
 * @param msisdns 254XXXXXXXXX; null and undefined are ignored
 * @throws Refusal `not_available_here`
 */
export async function requireUnblockedNumbers(
  { db }: Pick<Deps, 'db'>,
  ...msisdns: (string | null | undefined)[]
): Promise<void> {
  const { number } = await cacheOf(db).read('all');
  for (const msisdn of msisdns) {
    const entry = msisdn && number.get(msisdn);
    if (entry) await refuse(db, 'number', entry);
  }
}

/** Makes this process read the list again. Call it after a change of the list has committed. */
export function forgetBlockList(db: Db): void {
  cacheOf(db).forgetAll();
}

async function refuse(db: Db, what: BlockKind, entry: string): Promise<never> {
  securityEvent('block-list.refused', { what, entry });
  await counterOf(db)(entry);
  throw new Refusal('not_available_here');
}

/** Counts hits together, so that a flood from a blocked network does not queue at the lock of one row. */
function counterOf(db: Db): (id: string) => Promise<void> {
  const known = countersOf.get(db);
  if (known) return known;
  const counter = batched<string, void>(
    async (ids) => {
      await addHits(db, ids);
      return ids.map(() => undefined);
    },
    { writers: 1, onBatchError: () => {} },
  );
  countersOf.set(db, counter);
  return counter;
}

async function readList(db: Db): Promise<InForce> {
  const list: InForce = {
    number: new Map(),
    device: new Map(),
    address: new Map(),
    sizes: { ipv4: [], ipv6: [] },
  };
  for (const { id, kind, value } of await readInForce(db)) {
    list[kind].set(value, id);
    if (kind !== 'address') continue;
    const sizes = list.sizes[value.includes(':') ? 'ipv6' : 'ipv4'];
    const size = Number(value.split('/')[1]);
    if (!sizes.includes(size)) sizes.push(size);
  }
  return list;
}

function entryAround(list: InForce, address: string): string | undefined {
  if (list.address.size === 0) return undefined;
  const parsed = parseAddress(address);
  if (!parsed) return undefined;
  for (const size of list.sizes[parsed.kind()]) {
    const entry = list.address.get(networkAround(parsed, size));
    if (entry !== undefined) return entry;
  }
  return undefined;
}
