import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';

/**
 * Reads throttled guessers with their remaining seconds. The guesser `merchant <id>` stands for all guessers at that
 * merchant.
 */
export async function readThrottled(db: Db): Promise<{ guesser: string; seconds: number }[]> {
  const { rows } = await sql<{ guesser: string; seconds: number }>`
    select guesser, extract(epoch from until - moment())::double precision as seconds
    from (
      select guesser::text as guesser, until from slowed_guessers
      union all
      select 'merchant ' || merchant_id, until from slowed_merchants
    ) slowed
    where until > moment()`.execute(db);
  return rows;
}

/** Throttles a guesser; never shortens an existing throttle. */
export async function throttle(
  tx: Transaction,
  { guesser, seconds }: { guesser: string; seconds: number },
): Promise<void> {
  await sql`
    insert into slowed_guessers as s (guesser, until)
    values (${guesser}, clock_moment() + make_interval(secs => ${seconds}))
    on conflict (guesser) do update set until = greatest(s.until, excluded.until)`.execute(tx);
}

/** Throttles all guessers at one merchant; see `throttle`. */
export async function throttleMerchant(
  tx: Transaction,
  { merchantId, seconds }: { merchantId: string; seconds: number },
): Promise<void> {
  await sql`
    insert into slowed_merchants as s (merchant_id, until)
    values (${merchantId}, clock_moment() + make_interval(secs => ${seconds}))
    on conflict (merchant_id) do update set until = greatest(s.until, excluded.until)`.execute(tx);
}

/**
 * Records a wrong code, for the fraud rules.
 * @param tried.keyId API key of the merchant's own system; null, as `staffId`, for the main key
 */
export async function insertWrongCode(
  tx: Transaction,
  tried: { merchantId: string; staffId: string | null; keyId: string | null; address: string },
): Promise<void> {
  await sql`
    insert into wrong_codes (merchant_id, id, staff_id, key_id, address)
    values (${tried.merchantId}, ${newId()}, ${tried.staffId}, ${tried.keyId}, ${tried.address})`.execute(tx);
}
