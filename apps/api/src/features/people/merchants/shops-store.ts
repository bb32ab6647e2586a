import { openingHours, SHOPS_SHOWN, type Shop, type TownCount } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { isNamed } from '../../../platform/db/name-search.ts';
import { openingStatus, type Moment } from './opening-status.ts';
import { uploadedLogo, type MerchantRecord, type PlaceRecord } from './store.ts';

const FOUND_AT_MOST = 20;

type ShopRow = Pick<Shop, 'shopId' | 'businessName' | 'primaryColor'> &
  Pick<MerchantRecord, 'logoUrl'> &
  Omit<PlaceRecord, 'shopPhoneMsisdn'> &
  Moment & { openingHours: unknown };

/**
 * Lists the active merchants that accept a voucher: the first by name, how many there are, and their towns.
 * @param issuerId the merchant that issued the voucher and alone accepts it; null for a bought voucher, which
 * all accept
 */
export async function listShops(
  db: Db,
  issuerId: string | null,
): Promise<{ shops: Shop[]; shopCount: number; towns: TownCount[] }> {
  const isTaker = issuerId === null ? sql`true` : sql`id = ${issuerId}`;
  const [shops, counts] = await Promise.all([
    selectShops(db, isTaker, { order: sql`lower(business_name), id`, limit: SHOPS_SHOWN }),
    countShops(db, isTaker),
  ]);
  const towns = counts.filter((one): one is TownCount => one.town !== null);
  const shopCount = counts.reduce((sum, { count }) => sum + count, 0);
  return { shops, shopCount, towns: counts.length > 1 ? towns : [] };
}

/** Finds active merchants of a town whose name has these words or their beginnings; names that begin with the text come first. */
export async function findShops(
  db: Db,
  { search = '', town }: { search?: string | undefined; town?: string | undefined },
): Promise<{ shops: Shop[]; isMore: boolean }> {
  const literal = search.toLowerCase().replace(/[\\%_]/gu, String.raw`\$&`);
  const order = sql`lower(business_name) not like ${`${literal}%`}, lower(business_name), id`;
  const isThere = town === undefined ? sql`true` : sql`town = ${town}`;
  const isMeant = sql`${search === '' ? sql`true` : isNamed(sql`business_name`, search)} and ${isThere}`;
  const found = await selectShops(db, isMeant, { order, limit: FOUND_AT_MOST + 1 });
  return { shops: found.slice(0, FOUND_AT_MOST), isMore: found.length > FOUND_AT_MOST };
}

async function selectShops(
  db: Db,
  condition: RawBuilder<unknown>,
  { order, limit }: { order: RawBuilder<unknown>; limit: number },
): Promise<Shop[]> {
  const { rows } = await sql<ShopRow>`
    select id as "shopId", business_name as "businessName", primary_color as "primaryColor",
      ${uploadedLogo} as "logoUrl", category, town, street, map_link as "mapLink", opening_hours as "openingHours",
      extract(isodow from moment() at time zone 'Africa/Nairobi')::int as weekday,
      to_char(moment() at time zone 'Africa/Nairobi', 'HH24:MI') as time
    from merchants where status = 'ACTIVE' and ${condition}
    order by ${order} limit ${limit}`.execute(db);
  return rows.map(describeShop);
}

function describeShop({ openingHours: hours, weekday, time, ...row }: ShopRow): Shop {
  return {
    ...row,
    logoUrl: row.logoUrl ?? undefined,
    category: row.category ?? undefined,
    town: row.town ?? undefined,
    street: row.street ?? undefined,
    mapLink: row.mapLink ?? undefined,
    hours: hours === null ? undefined : openingStatus(openingHours.parse(hours), { weekday, time }),
  };
}

/** Counts shops by town, sorted by name; shops without a town are last, under null. */
async function countShops(
  db: Db,
  condition: RawBuilder<unknown>,
): Promise<{ town: string | null; count: number }[]> {
  const { rows } = await sql<{ town: string | null; count: number }>`
    select town, count(*)::int as count from merchants where status = 'ACTIVE' and ${condition}
    group by town order by town = 'Other', town`.execute(db);
  return rows;
}
