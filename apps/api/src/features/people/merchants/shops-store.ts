import { openingHours, SHOPS_SHOWN, type Shop, type TownCount } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { isNamed } from '../../../platform/db/name-search.ts';
import { openingStatus, type Moment } from './opening-status.ts';
import { placeColumns, type PlaceRecord } from './place-store.ts';
import { uploadedLogo, type MerchantRecord } from './store.ts';

const FOUND_AT_MOST = 20;

const OPEN_PLACES = sql`merchants m join merchant_places p on p.merchant_id = m.id
  where m.status = 'ACTIVE' and p.closed_at is null`;
const BY_NAME = sql`lower(m.business_name), m.id, lower(p.name), p.id`;

type ShopRow = Pick<Shop, 'shopId' | 'businessName' | 'primaryColor'> &
  Pick<MerchantRecord, 'logoUrl'> &
  PlaceRecord &
  Moment & { place: string | null; openingHours: unknown };

/**
 * Lists the open places of active merchants that accept a voucher: the first by name, how many there are, and their
 * towns.
 * @param issuerId the merchant that issued the voucher and alone accepts it; null for a bought voucher, which
 * all accept
 */
export async function listShops(
  db: Db,
  issuerId: string | null,
): Promise<{ shops: Shop[]; shopCount: number; towns: TownCount[] }> {
  const isTaker = issuerId === null ? sql`true` : sql`m.id = ${issuerId}`;
  const [shops, counts] = await Promise.all([
    selectShops(db, isTaker, { order: BY_NAME, limit: SHOPS_SHOWN }),
    countShops(db, isTaker),
  ]);
  const towns = counts.filter((one): one is TownCount => one.town !== null);
  const shopCount = counts.reduce((sum, { count }) => sum + count, 0);
  return { shops, shopCount, towns: counts.length > 1 ? towns : [] };
}

/** Finds open places of a town whose merchant's name has these words or their beginnings; names that begin with the text come first. */
export async function findShops(
  db: Db,
  { search = '', town }: { search?: string | undefined; town?: string | undefined },
): Promise<{ shops: Shop[]; isMore: boolean }> {
  const literal = search.toLowerCase().replace(/[\\%_]/gu, String.raw`\$&`);
  const order = sql`lower(m.business_name) not like ${`${literal}%`}, ${BY_NAME}`;
  const isThere = town === undefined ? sql`true` : sql`p.town = ${town}`;
  const isMeant = sql`${search === '' ? sql`true` : isNamed(sql`m.business_name`, search)} and ${isThere}`;
  const found = await selectShops(db, isMeant, { order, limit: FOUND_AT_MOST + 1 });
  return { shops: found.slice(0, FOUND_AT_MOST), isMore: found.length > FOUND_AT_MOST };
}

async function selectShops(
  db: Db,
  condition: RawBuilder<unknown>,
  { order, limit }: { order: RawBuilder<unknown>; limit: number },
): Promise<Shop[]> {
  const { rows } = await sql<ShopRow>`
    select p.id as "shopId", m.business_name as "businessName", m.primary_color as "primaryColor",
      case when exists (
        select from merchant_places other
        where other.merchant_id = m.id and other.id <> p.id and other.closed_at is null
      ) then p.name end as place,
      ${uploadedLogo} as "logoUrl", ${placeColumns}, p.opening_hours as "openingHours",
      extract(isodow from moment() at time zone 'Africa/Nairobi')::int as weekday,
      to_char(moment() at time zone 'Africa/Nairobi', 'HH24:MI') as time
    from ${OPEN_PLACES} and ${condition}
    order by ${order} limit ${limit}`.execute(db);
  return rows.map(describeShop);
}

function describeShop({
  openingHours: hours,
  weekday,
  time,
  shopPhoneMsisdn: _phone,
  ...row
}: ShopRow): Shop {
  return {
    ...row,
    place: row.place ?? undefined,
    logoUrl: row.logoUrl ?? undefined,
    category: row.category ?? undefined,
    town: row.town ?? undefined,
    street: row.street ?? undefined,
    mapLink: row.mapLink ?? undefined,
    hours: hours === null ? undefined : openingStatus(openingHours.parse(hours), { weekday, time }),
  };
}

/** Counts open places by town, sorted by name; places without a town are last, under null. */
async function countShops(
  db: Db,
  condition: RawBuilder<unknown>,
): Promise<{ town: string | null; count: number }[]> {
  const { rows } = await sql<{ town: string | null; count: number }>`
    select p.town, count(*)::int as count from ${OPEN_PLACES} and ${condition}
    group by p.town order by p.town = 'Other', p.town`.execute(db);
  return rows;
}
