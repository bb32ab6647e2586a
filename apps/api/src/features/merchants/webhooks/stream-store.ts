import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** Marks a merchant as having an open event stream for the next `forMs`, so that its events are published. */
export async function renewStream(db: Db, merchantId: string, forMs: number): Promise<void> {
  await sql`
    insert into event_streams (merchant_id, open_until)
    values (${merchantId}, moment() + ${forMs}::integer * interval '1 millisecond')
    on conflict (merchant_id) do update set open_until = excluded.open_until`.execute(db);
}
