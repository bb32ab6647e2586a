import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

/** The guessers that are throttled now, and for how many seconds. */
export async function readThrottled(db: Db): Promise<{ guesser: string; seconds: number }[]> {
  const { rows } = await sql<{ guesser: string; seconds: number }>`
    select guesser, extract(epoch from until - moment())::double precision as seconds
    from slowed_guessers where until > moment()`.execute(db);
  return rows;
}

/** Never shortens a throttle that is in force. */
export async function throttle(
  tx: Transaction,
  { guesser, seconds }: { guesser: string; seconds: number },
): Promise<void> {
  await sql`
    insert into slowed_guessers as s (guesser, until)
    values (${guesser}, clock_moment() + make_interval(secs => ${seconds}))
    on conflict (guesser) do update set until = greatest(s.until, excluded.until)`.execute(tx);
}

/** @returns undefined for what is no member of a merchant's staff */
export async function findMemberName(db: Db, staffId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(ms.name, m.contact_name) as name
    from merchant_staff ms join merchants m on m.id = ms.merchant_id where ms.id = ${staffId}`.execute(db);
  return rows[0]?.name;
}
