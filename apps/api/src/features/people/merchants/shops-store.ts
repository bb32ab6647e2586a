import { openingHours, SHOPS_SHOWN, type NearShop, type Shop, type TownCount } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { isNamed } from '../../../platform/db/name-search.ts';
import type { Coordinates } from './map-coordinates.ts';
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
  Moment & { place: string | null; openingHours: unknown; distanceMetres: number | null };

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
  {
    search = '',
    town,
    sameShopAs,
  }: { search?: string | undefined; town?: string | undefined; sameShopAs?: string | undefined },
): Promise<{ shops: Shop[]; isMore: boolean }> {
  const literal = search.toLowerCase().replace(/[\\%_]/gu, String.raw`\$&`);
  const order = sql`lower(m.business_name) not like ${`${literal}%`}, ${BY_NAME}`;
  const isThere = town === undefined ? sql`true` : sql`p.town = ${town}`;
  const isNamedSo = search === '' ? sql`true` : isNamed(sql`m.business_name`, search);
  const isMeant = sql`${isNamedSo} and ${isThere} and ${isOfSameShop(sameShopAs)}`;
  const found = await selectShops(db, isMeant, { order, limit: FOUND_AT_MOST + 1 });
  return { shops: found.slice(0, FOUND_AT_MOST), isMore: found.length > FOUND_AT_MOST };
}

/**
 * Lists the open places of active merchants by their distance from a point, nearest first. Only places whose map link has
 * coordinates are listed.
 * @returns also how many open places have no coordinates
 */
export async function findNearShops(
  db: Db,
  { latitude, longitude, sameShopAs }: Coordinates & { sameShopAs?: string | undefined },
): Promise<{ shops: NearShop[]; withoutMap: number }> {
  const isMeant = isOfSameShop(sameShopAs);
  const distance = distanceTo({ latitude, longitude });
  const [shops, { rows }] = await Promise.all([
    selectShops(db, sql`p.latitude is not null and ${isMeant}`, {
      order: sql`${distance}, ${BY_NAME}`,
      limit: FOUND_AT_MOST,
      distance,
    }),
    sql<{ count: number }>`
      select count(*)::int as count from ${OPEN_PLACES} and p.latitude is null and ${isMeant}`.execute(db),
  ]);
  return {
    shops: shops.map(({ distanceMetres = 0, ...shop }) => ({ ...shop, distanceMetres })),
    withoutMap: rows[0]?.count ?? 0,
  };
}

/** SQL condition: the place belongs to the merchant of another place. */
function isOfSameShop(placeId: string | undefined): RawBuilder<unknown> {
  if (placeId === undefined) return sql`true`;
  return sql`m.id = (select merchant_id from merchant_places where id = ${placeId})`;
}

/** SQL: the distance between place `p` and a point in metres, along the surface of the earth. */
function distanceTo({ latitude, longitude }: Coordinates): RawBuilder<number> {
  return sql<number>`
    round(12742000 * asin(least(1, sqrt(
      power(sin(radians(p.latitude - ${latitude}::float8) / 2), 2)
      + cos(radians(${latitude}::float8)) * cos(radians(p.latitude))
        * power(sin(radians(p.longitude - ${longitude}::float8) / 2), 2)
    ))))::int`;
}

async function selectShops(
  db: Db,
  condition: RawBuilder<unknown>,
  { order, limit, distance }: { order: RawBuilder<unknown>; limit: number; distance?: RawBuilder<number> },
): Promise<(Shop & { distanceMetres?: number })[]> {
  const { rows } = await sql<ShopRow>`
    select p.id as "shopId", m.business_name as "businessName", m.primary_color as "primaryColor",
      case when exists (
        select from merchant_places other
        where other.merchant_id = m.id and other.id <> p.id and other.closed_at is null
      ) then p.name end as place,
      ${uploadedLogo} as "logoUrl", ${placeColumns}, p.opening_hours as "openingHours",
      extract(isodow from moment() at time zone 'Africa/Nairobi')::int as weekday,
      to_char(moment() at time zone 'Africa/Nairobi', 'HH24:MI') as time,
      ${distance ?? sql`null::int`} as "distanceMetres"
    from ${OPEN_PLACES} and ${condition}
    order by ${order} limit ${limit}`.execute(db);
  return rows.map(describeShop);
}

function describeShop({
  openingHours: hours,
  weekday,
  time,
  shopPhoneMsisdn: _phone,
  distanceMetres,
  ...row
}: ShopRow): Shop & { distanceMetres?: number } {
  return {
    ...row,
    ...(distanceMetres !== null && { distanceMetres }),
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
