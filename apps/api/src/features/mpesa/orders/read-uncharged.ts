import { centsOf, shillingsOf } from '@zawadi/contract';
import { b2cCharge, largestB2bCharge } from '@zawadi/mpesa/tariffs';
import type { Db } from '../../../platform/db/database.ts';
import { countUncharged } from './poll-store.ts';

/** Pay-outs whose charge is not booked yet, and the largest sum of these charges by M-PESA's tariff. */
export type Uncharged = { payouts: number; mostCents: bigint };

/** Reads how many pay-outs have no charge booked yet. Agreements with M-PESA differ, so a charge may be 0. */
export async function readUncharged(db: Db): Promise<Uncharged> {
  const groups = await countUncharged(db);
  return {
    payouts: groups.reduce((sum, { count }) => sum + count, 0),
    mostCents: groups.reduce(
      (sum, { kind, amountCents, count }) =>
        sum + tariffCentsOf(kind === 'withdrawal' ? 'phone' : 'business', amountCents) * BigInt(count),
      0n,
    ),
  };
}

/** Returns the most that M-PESA's tariff takes for a pay-out, in cents. */
export function tariffCentsOf(to: 'phone' | 'business', amountCents: bigint): bigint {
  const charge = to === 'phone' ? b2cCharge : largestB2bCharge;
  return centsOf(charge(shillingsOf(amountCents)));
}
