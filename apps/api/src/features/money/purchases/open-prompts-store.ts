import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';

/**
 * Claims a phone for one prompt; a row lock serialises claims.
 * @returns undefined if the phone is now claimed; otherwise the seconds until the other claim ends at the latest
 */
export async function claimPhone(
  tx: Transaction,
  prompt: { msisdn: string; homeId: string; orderId: string; seconds: number },
): Promise<number | undefined> {
  const { rows } = await sql`
    insert into open_prompts (msisdn, home_id, order_id, expires_at)
    values (${prompt.msisdn}, ${prompt.homeId}, ${prompt.orderId}, moment() + make_interval(secs => ${prompt.seconds}))
    on conflict (msisdn) do update
      set home_id = excluded.home_id, order_id = excluded.order_id, expires_at = excluded.expires_at
      where open_prompts.expires_at <= moment() or open_prompts.order_id = excluded.order_id
    returning 1`.execute(tx);
  if (rows.length > 0) return undefined;
  const busy = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from expires_at - moment())))::int as seconds
    from open_prompts where msisdn = ${prompt.msisdn}`.execute(tx);
  return busy.rows[0]?.seconds ?? 1;
}

export async function shortenClaim(
  tx: Transaction,
  orderId: string,
  msisdn: string,
  seconds: number,
): Promise<void> {
  await sql`
    update open_prompts set expires_at = moment() + make_interval(secs => ${seconds})
    where msisdn = ${msisdn} and order_id = ${orderId}`.execute(tx);
}

/** Deletes the phone claims of these prompts. */
export async function releasePhones(tx: Transaction, orders: { id: string; party: string }[]): Promise<void> {
  await sql`
    delete from open_prompts p
    using unnest(${orders.map(({ party }) => party)}::text[], ${orders.map(({ id }) => id)}::uuid[]) as k (msisdn, order_id)
    where p.msisdn = k.msisdn and p.order_id = k.order_id`.execute(tx);
}
