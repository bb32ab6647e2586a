import { SHOPS_SHOWN, type Shop } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { uploadedLogo } from './store.ts';

const FOUND_AT_MOST = 20;

type ShopRow = Omit<Shop, 'logoUrl'> & { logoUrl: string | null };

/**
 * Where a voucher can be spent now: the first active merchants by name, and how many there are.
 * @param issuerId the merchant that has made the voucher, who alone takes it; null for one that was bought
 */
export async function listShops(
  db: Db,
  issuerId: string | null,
): Promise<{ shops: Shop[]; shopCount: number }> {
  const isTaker = issuerId === null ? sql`true` : sql`id = ${issuerId}`;
  const [shops, shopCount] = await Promise.all([
    selectShops(db, isTaker, { order: sql`lower(business_name), id`, limit: SHOPS_SHOWN }),
    countShops(db, isTaker),
  ]);
  return { shops, shopCount };
}

/** Active merchants whose name has this part, those whose name begins with it first. */
export async function findShops(db: Db, part: string): Promise<{ shops: Shop[]; isMore: boolean }> {
  const literal = part.toLowerCase().replace(/[\\%_]/gu, String.raw`\$&`);
  const order = sql`lower(business_name) not like ${`${literal}%`}, lower(business_name), id`;
  const hasPart = sql`lower(business_name) like ${`%${literal}%`}`;
  const found = await selectShops(db, hasPart, { order, limit: FOUND_AT_MOST + 1 });
  return { shops: found.slice(0, FOUND_AT_MOST), isMore: found.length > FOUND_AT_MOST };
}

async function selectShops(
  db: Db,
  condition: RawBuilder<unknown>,
  { order, limit }: { order: RawBuilder<unknown>; limit: number },
): Promise<Shop[]> {
  const { rows } = await sql<ShopRow>`
    select id as "shopId", business_name as "businessName", primary_color as "primaryColor",
      ${uploadedLogo} as "logoUrl"
    from merchants where status = 'ACTIVE' and ${condition}
    order by ${order} limit ${limit}`.execute(db);
  return rows.map(({ logoUrl, ...shop }) => (logoUrl === null ? shop : { ...shop, logoUrl }));
}

async function countShops(db: Db, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from merchants where status = 'ACTIVE' and ${condition}`.execute(db);
  return rows[0]?.count ?? 0;
}
