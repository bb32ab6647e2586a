import { centsOf, shillingsOf, type FraudRules } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';
import type { NewAlert } from './finding.ts';
import { ofMerchant, type FoundAtMerchant, type Look } from './look-store.ts';

/** Finds redemptions far above the merchant's earlier average. Needs enough earlier redemptions. */
export async function findUnusuallyLarge(
  tx: Transaction,
  { since, most }: Look,
  { leastAmount, comparedWith, atLeast, times, high }: FraudRules['unusuallyLarge'],
): Promise<NewAlert[]> {
  const { rows } = await sql<FoundAtMerchant & { id: string; amountCents: bigint; usualCents: bigint }>`
    select r.merchant_id as "merchantId", r.place_id as "placeId", r.id, r.redeemed_at as at, array[r.id] as redemptions,
      r.amount_cents as "amountCents", usual.cents as "usualCents"
    from redemptions r
    cross join lateral (
      select avg(amount_cents)::bigint as cents
      from (
        select e.amount_cents from redemptions e
        where e.merchant_id = r.merchant_id and (e.reversed_at is null or e.reversed_at > r.redeemed_at)
          and (e.redeemed_at, e.id) < (r.redeemed_at, r.id)
        order by e.redeemed_at desc, e.id desc limit ${comparedWith}
      ) earlier
      having count(*) >= ${atLeast}
    ) usual
    where r.redeemed_at > ${since} and r.amount_cents >= ${centsOf(leastAmount)}
      and r.amount_cents >= usual.cents * ${times}::int
    order by r.redeemed_at desc, r.id desc limit ${most}`.execute(tx);
  return rows.map(({ id, amountCents, usualCents, ...row }) => ({
    ...ofMerchant(row),
    rule: 'unusually_large',
    severity: amountCents >= usualCents * BigInt(high) ? 'High' : 'Medium',
    subject: id,
    details: { amount: shillingsOf(amountCents), usual: shillingsOf(usualCents) },
  }));
}
