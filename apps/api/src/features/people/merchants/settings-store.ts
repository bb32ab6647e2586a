import type { SettlementSchedule } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

/**
 * Reads a merchant's settlement schedule, in Nairobi time.
 * @returns undefined for an unknown merchant
 */
export async function readSettlementSchedule(
  db: Db,
  merchantId: string,
): Promise<SettlementSchedule | undefined> {
  const { rows } = await sql<{ frequency: 'daily' | 'weekly'; weekday: number; hour: number }>`
    select settlement_frequency as frequency, settlement_weekday as weekday, settlement_hour as hour
    from merchants where id = ${merchantId}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const { frequency, weekday, hour } = row;
  return frequency === 'daily' ? { frequency, hour } : { frequency, weekday, hour };
}

export async function updateSettlementSchedule(
  tx: Transaction,
  merchantId: string,
  schedule: SettlementSchedule,
): Promise<void> {
  const weekday = schedule.frequency === 'weekly' ? schedule.weekday : null;
  await sql`
    update merchants set settlement_frequency = ${schedule.frequency}, settlement_hour = ${schedule.hour},
      settlement_weekday = coalesce(${weekday}::smallint, settlement_weekday), updated_at = moment()
    where id = ${merchantId}`.execute(tx);
}

export async function putLogo(
  tx: Transaction,
  logo: { merchantId: string; name: string; webp: Buffer },
): Promise<void> {
  await sql`
    insert into merchant_logos (merchant_id, name, webp) values (${logo.merchantId}, ${logo.name}, ${logo.webp})
    on conflict (merchant_id) do update set name = excluded.name, webp = excluded.webp`.execute(tx);
}

export async function deleteLogo(tx: Transaction, merchantId: string): Promise<void> {
  await sql`delete from merchant_logos where merchant_id = ${merchantId}`.execute(tx);
}

export async function readLogo(db: Db, name: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ webp: Buffer }>`select webp from merchant_logos where name = ${name}`.execute(
    db,
  );
  return rows[0]?.webp;
}
