import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

/** Says that a merchant's events are listened to for a while, unless it is said again. */
export async function keepStreamOpen(db: Db, merchantId: string, forMs: number): Promise<void> {
  await sql`
    insert into event_streams (merchant_id, open_until)
    values (${merchantId}, moment() + ${forMs}::integer * interval '1 millisecond')
    on conflict (merchant_id) do update set open_until = excluded.open_until`.execute(db);
}

/** Which of these merchants listen, and the moment that their events of this transaction carry. */
export async function findOpenStreams(
  tx: Transaction,
  merchantIds: readonly string[],
): Promise<{ merchantId: string; at: Date }[]> {
  const { rows } = await sql<{ merchantId: string; at: Date }>`
    select merchant_id as "merchantId", moment() as at from event_streams
    where merchant_id = any(${merchantIds}::uuid[]) and open_until > moment()`.execute(tx);
  return rows;
}
