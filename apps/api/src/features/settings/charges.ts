import { charges as chargesSchema, type Charges } from '@zawadi/contract';
import { cachePerDatabase } from '../../platform/db/cache-per-database.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { Refusal } from '../../platform/refusal.ts';
import { readValueInForce } from './version-store.ts';

export const CHARGES = 'charges';

const cacheOf = cachePerDatabase<Charges | undefined>({
  load: async (db) => {
    const found = await readValueInForce(db, CHARGES);
    return found && chargesSchema.parse(found.value);
  },
  maximumAgeMs: 1_000,
  maximumEntries: 1,
});

/**
 * Fees and limits as they were at most a second ago. To be read before a transaction, not within: it may need a
 * connection of its own.
 */
export async function readCharges({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<Charges> {
  return (await cacheOf(db).read(CHARGES)) ?? configuredCharges(config);
}

/** What holds until an administrator changes it. */
export function configuredCharges({ fees, settlements, limits }: Deps['config']): Charges {
  return {
    fees: { ...fees, settlementBasisPoints: settlements.feeBasisPoints },
    limits: { ...limits },
  };
}

/** To be called after a change was committed. Other processes notice within a second. */
export function forgetCharges(db: Db): void {
  cacheOf(db).forgetAll();
}

/** @throws Refusal `transaction_limit` */
export function requireTransactionLimit({ limits }: Charges, amountShillings: number): void {
  if (amountShillings > limits.maximumTransaction) throw new Refusal('transaction_limit');
}
