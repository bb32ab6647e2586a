import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { RETENTION } from '../../../platform/retention.ts';

/** Safaricom's latest answer about the SIM card of a number. */
export type SimState = {
  /** Whether Safaricom has answered within the last ten minutes. */
  isChecked: boolean;
  /** Whether the card was swapped within the last 24 hours. */
  isNew: boolean;
};

export async function readSim(db: Db, msisdn: string): Promise<SimState> {
  const { rows } = await sql<SimState>`
    select checked_at > moment() - interval '10 minutes' as "isChecked",
      coalesce(swapped_at > moment() - interval '24 hours', false) as "isNew"
    from ussd_sims where msisdn = ${msisdn}`.execute(db);
  return rows[0] ?? { isChecked: false, isNew: false };
}

/** Stores when the SIM card was swapped; null if Safaricom knows of no swap, or does not know the number. */
export async function storeSim(db: Db, msisdn: string, swappedAt: Date | null): Promise<void> {
  await sql`
    insert into ussd_sims (msisdn, checked_at, swapped_at) values (${msisdn}, moment(), ${swappedAt})
    on conflict (msisdn) do update set checked_at = excluded.checked_at, swapped_at = excluded.swapped_at`.execute(
    db,
  );
}

/** Deletes old answers of Safaricom. Called by a daily job. */
export async function deleteOldSims(db: Db): Promise<void> {
  await sql`delete from ussd_sims where checked_at < moment() - ${RETENTION.ussd_sims.after}::interval`.execute(
    db,
  );
}
