import { centsOf, shillingsOf, type FraudRules } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';
import type { NewAlert } from './finding.ts';
import { ofMerchant, type Look } from './look-store.ts';

export async function findUnusuallyLarge(
  tx: Transaction,
  { since, most }: Look,
  rule: FraudRules['unusuallyLarge'],
): Promise<NewAlert[]> {
  const large = await sql<Large>`
    select merchant_id as "merchantId", id, redeemed_at as at, redeemed_at::text as instant,
      amount_cents as "amountCents"
    from redemptions
    where redeemed_at > ${since} and amount_cents >= ${centsOf(rule.leastAmount)}
    order by redeemed_at desc, id desc`.execute(tx);
  const found: NewAlert[] = [];
  for (let from = 0; from < large.rows.length && found.length < (most ?? Infinity); from += LARGE_AT_ONCE) {
    const some = large.rows.slice(from, from + LARGE_AT_ONCE);
    const usual = await findUsual(tx, some, rule);
    found.push(
      ...some.flatMap(({ id, merchantId, at, amountCents }) => {
        const usualCents = usual.get(id);
        if (usualCents === undefined || amountCents < usualCents * BigInt(rule.times)) return [];
        return {
          ...ofMerchant({ merchantId, at, redemptions: [id] }),
          rule: 'unusually_large' as const,
          severity: amountCents >= usualCents * BigInt(rule.high) ? ('High' as const) : ('Medium' as const),
          subject: id,
          details: { amount: shillingsOf(amountCents), usual: shillingsOf(usualCents) },
        };
      }),
    );
  }
  return found.slice(0, most ?? found.length);
}

const LARGE_AT_ONCE = 100;

type Large = { merchantId: string; id: string; at: Date; instant: string; amountCents: bigint };

/**
 * The average of what a merchant had redeemed before each of some redemptions, where there is enough to compare with.
 * Each in a query of its own, as a join on database nodes would read all that the merchant ever redeemed.
 */
async function findUsual(
  tx: Transaction,
  redemptions: readonly Large[],
  { comparedWith, atLeast }: FraudRules['unusuallyLarge'],
): Promise<Map<string, bigint>> {
  const averages = redemptions.map(
    ({ id, merchantId, instant }) => sql`
      select ${id}::text as id, avg(amount_cents)::bigint as cents
      from (
        select amount_cents from redemptions
        where merchant_id = ${merchantId} and (reversed_at is null or reversed_at > ${instant}::timestamptz)
          and (redeemed_at, id) < (${instant}::timestamptz, ${id}::uuid)
        order by redeemed_at desc, id desc limit ${comparedWith}
      ) earlier
      having count(*) >= ${atLeast}`,
  );
  const { rows } = await sql<{ id: string; cents: bigint }>`${sql.join(averages, sql` union all `)}`.execute(
    tx,
  );
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}
