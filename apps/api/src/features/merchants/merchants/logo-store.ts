import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

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
