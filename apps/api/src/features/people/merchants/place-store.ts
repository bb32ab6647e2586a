import { openingHours, type OpeningHours, type ShopCategory } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { coordinatesIn } from './map-coordinates.ts';

export type PlaceRecord = {
  category: ShopCategory | null;
  town: string | null;
  street: string | null;
  /** Phone number for customers; the contact has another one. */
  shopPhoneMsisdn: string | null;
  mapLink: string | null;
};

/** A place of a merchant; the main place has the merchant's id. */
export type Place = PlaceRecord & {
  placeId: string;
  merchantId: string;
  name: string;
  openingHours: OpeningHours | null;
  closedAt: Date | null;
};

/** SQL: the columns of `PlaceRecord` from place `p`. */
export const placeColumns = sql`
  p.category, p.town, p.street, p.phone_msisdn as "shopPhoneMsisdn", p.map_link as "mapLink"`;

const places = sql`
  select p.id as "placeId", p.merchant_id as "merchantId", p.name, ${placeColumns}, p.opening_hours as "openingHours",
    p.closed_at as "closedAt"
  from merchant_places p`;

type Row = Omit<Place, 'openingHours'> & { openingHours: unknown };

/** Lists a merchant's places: open ones before closed ones, the main one first, then by name. */
export async function listPlaceRecords(db: Db, merchantId: string): Promise<Place[]> {
  const { rows } = await sql<Row>`
    ${places} where p.merchant_id = ${merchantId}
    order by p.closed_at is not null, p.id <> p.merchant_id, lower(p.name), p.id`.execute(db);
  return rows.map(parse);
}

/** Reads a place of the merchant; undefined for places of others. */
export async function readPlace(
  db: Db,
  of: { merchantId: string; placeId: string },
): Promise<Place | undefined> {
  const { rows } = await sql<Row>`
    ${places} where p.id = ${of.placeId} and p.merchant_id = ${of.merchantId}`.execute(db);
  return rows[0] && parse(rows[0]);
}

function parse(row: Row): Place {
  return { ...row, openingHours: row.openingHours === null ? null : openingHours.parse(row.openingHours) };
}

/** Adds a place without details. Lock the merchant first, so that names stay unique and places countable. */
export async function insertPlace(
  tx: Transaction,
  place: Pick<Place, 'placeId' | 'merchantId' | 'name'>,
): Promise<void> {
  await sql`
    insert into merchant_places (id, merchant_id, name)
    values (${place.placeId}, ${place.merchantId}, ${place.name})`.execute(tx);
}

/** Fields of a place that users change: undefined keeps a value, null removes it. */
export type PlaceChanges = { [Name in keyof PlaceRecord]?: PlaceRecord[Name] | undefined } & {
  name?: string | undefined;
};

/** Changes a place. A changed map link changes its coordinates too. */
export async function updatePlaceRecord(
  tx: Transaction,
  placeId: string,
  changes: PlaceChanges,
): Promise<void> {
  const orSame = (name: keyof PlaceChanges, column: string) =>
    changes[name] === undefined ? sql.ref(column) : sql`${changes[name]}`;
  const point = changes.mapLink ? coordinatesIn(changes.mapLink) : undefined;
  const coordinates =
    changes.mapLink === undefined
      ? sql`latitude = latitude, longitude = longitude`
      : sql`latitude = ${point?.latitude ?? null}, longitude = ${point?.longitude ?? null}`;
  await sql`
    update merchant_places set
      name = ${orSame('name', 'name')},
      category = ${orSame('category', 'category')},
      town = ${orSame('town', 'town')},
      street = ${orSame('street', 'street')},
      phone_msisdn = ${orSame('shopPhoneMsisdn', 'phone_msisdn')},
      map_link = ${orSame('mapLink', 'map_link')}, ${coordinates}
    where id = ${placeId}`.execute(tx);
}

export async function updateHoursOfPlace(
  tx: Transaction,
  placeId: string,
  hours: OpeningHours,
): Promise<void> {
  await sql`
    update merchant_places set opening_hours = ${JSON.stringify(hours)}::jsonb where id = ${placeId}`.execute(
    tx,
  );
}

export async function markClosed(tx: Transaction, placeId: string): Promise<void> {
  await sql`update merchant_places set closed_at = moment() where id = ${placeId} and closed_at is null`.execute(
    tx,
  );
}

/** Returns whether staff who can sign in, or keys that work, belong to a place. */
export async function isInUse(tx: Transaction, placeId: string): Promise<boolean> {
  const { rows } = await sql<{ isInUse: boolean }>`
    select exists (select from merchant_staff where place_id = ${placeId} and status = 'ACTIVE')
      or exists (select from merchant_api_keys where place_id = ${placeId} and revoked_at is null)
      as "isInUse"`.execute(tx);
  return rows[0]?.isInUse ?? false;
}

/** Reads the place of a staff member; null for all places. */
export async function readPlaceOfMember(db: Db, staffId: string): Promise<string | null> {
  const { rows } = await sql<{ placeId: string | null }>`
    select place_id as "placeId" from merchant_staff where id = ${staffId}`.execute(db);
  return rows[0]?.placeId ?? null;
}
