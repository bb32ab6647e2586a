import { sql, type RawBuilder } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import { isNamed } from '../../../platform/db/name-search.ts';
import { placeColumns, updatePlaceRecord, type PlaceRecord } from './place-store.ts';

export type MerchantStatus = 'PENDING' | 'ACTIVE' | 'SUSPENDED' | 'INACTIVE';

/** A merchant, with the details of its main place. */
export type MerchantRecord = {
  id: string;
  merchantCode: string;
  businessName: string;
  contactName: string;
  contactEmail: string;
  contactPhoneMsisdn: string;
  primaryColor: string;
  logoUrl: string | null;
  status: MerchantStatus;
  apiKey: string;
  /** Whether settlements are held until two administrators have reviewed a change of the contact. */
  areSettlementsHeld: boolean;
  createdAt: Date;
  updatedAt: Date;
  /** Latest sign-in of any staff member of this merchant. */
  lastLoginAt: Date | null;
  /** Whether the owner still has the temporary password. */
  mustChangePassword: boolean;
} & PlaceRecord;

/** URL of a merchant's uploaded logo; null for URLs of other sites, which were accepted before uploads existed. */
export const uploadedLogo = sql`case when logo_url like '/api/merchants/v1/logos/%' then logo_url end`;

const merchantRecords = sql`
  select m.id, m.merchant_code as "merchantCode", m.business_name as "businessName",
    m.contact_name as "contactName", m.contact_email as "contactEmail",
    m.contact_phone_msisdn as "contactPhoneMsisdn", m.primary_color as "primaryColor",
    ${uploadedLogo} as "logoUrl",
    ${placeColumns},
    m.status, m.settlements_held_since is not null as "areSettlementsHeld", m.api_key as "apiKey", m.created_at as "createdAt", m.updated_at as "updatedAt",
    (
      select max(s.created_at) from sessions s join merchant_staff ms on ms.id = s.subject_id
      where s.audience = 'merchant' and ms.merchant_id = m.id
    ) as "lastLoginAt",
    owner.must_change_password as "mustChangePassword"
  from merchants m
  join merchant_places p on p.id = m.id
  join merchant_staff owner on owner.merchant_id = m.id and owner.role = 'owner'`;

type Redeemed = { volumeCents: bigint; transactions: number };

const today = sql`date_trunc('day', moment(), 'Africa/Nairobi')`;

/**
 * Sum of all redemptions before today, cached for ten minutes, because there may be millions. The sum changes only by a
 * reversal on a later day, which a stop can allow.
 */
const closedDays = cachePerDatabase<Redeemed>({
  load: (db) => readRedeemed(db, sql`redeemed_at < ${today}`),
  maximumAgeMs: 600_000,
  maximumEntries: 2,
});

/** Reads a merchant; pass a transaction to read its own writes. */
export async function readMerchant(db: Db, merchantId: string): Promise<MerchantRecord | undefined> {
  const { rows } = await sql<MerchantRecord>`${merchantRecords} where m.id = ${merchantId}`.execute(db);
  return rows[0];
}

export type ShopName = Pick<MerchantRecord, 'merchantCode' | 'businessName' | 'status'>;

/** Reads names, codes and statuses of merchants, by id, for lists. */
export async function readShopNames(db: Db, merchantIds: readonly string[]): Promise<Map<string, ShopName>> {
  const { rows } = await sql<ShopName & { id: string }>`
    select id, merchant_code as "merchantCode", business_name as "businessName", status
    from merchants where id = any(${merchantIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...name }) => [id, name]));
}

export async function findMerchantByCode(db: Db, merchantCode: string): Promise<MerchantRecord | undefined> {
  const { rows } = await sql<MerchantRecord>`
    ${merchantRecords} where m.merchant_code = ${merchantCode}`.execute(db);
  return rows[0];
}

export type MerchantFilter = {
  search?: string | undefined;
  status?: MerchantStatus | undefined;
  /** Only merchants without a pay-out channel; omits closed merchants. */
  isWithoutPayoutChannel?: boolean | undefined;
  /** Id of the last merchant on the previous page. */
  after?: string | undefined;
  limit?: number | undefined;
};

/** Lists merchants, newest first: ids are ordered by time. */
export async function listMerchantRecords(db: Db, filter: MerchantFilter): Promise<MerchantRecord[]> {
  const { search = '', status = null, isWithoutPayoutChannel = false, after = null, limit = null } = filter;
  const pattern = `%${search.replace(/[\\%_]/gu, String.raw`\$&`)}%`;
  const { rows } = await sql<MerchantRecord>`
    ${merchantRecords}
    where (${status}::text is null or m.status = ${status})
      and (${after}::uuid is null or m.id < ${after}::uuid)
      and (not ${isWithoutPayoutChannel}::boolean or m.status <> 'INACTIVE' and not exists (
        select from merchant_payout_channels c where c.merchant_id = m.id
      ))
      and (${search} = '' or ${isNamed(sql`m.business_name`, search)} or ${isNamed(sql`m.contact_name`, search)}
        or m.merchant_code ilike ${pattern}
        or m.contact_email ilike ${pattern}
        or m.contact_phone_msisdn ilike ${pattern})
    order by m.id desc
    limit ${limit}`.execute(db);
  return rows;
}

/**
 * Locks a merchant. Take this lock before any change of a merchant, and before an addition with a limit, such
 * as staff or keys.
 */
export async function lockMerchant(tx: Transaction, merchantId: string): Promise<MerchantRecord | undefined> {
  await sql`select from merchants where id = ${merchantId} for no key update`.execute(tx);
  return readMerchant(tx, merchantId);
}

/** The fields of the contact. */
export type ContactFields = Partial<
  Pick<MerchantRecord, 'contactName' | 'contactEmail' | 'contactPhoneMsisdn'>
>;

/** All fields of a merchant that users or administrators change. */
export type MerchantChanges = Partial<
  Pick<
    MerchantRecord,
    'businessName' | 'contactName' | 'contactEmail' | 'contactPhoneMsisdn' | 'primaryColor' | 'status'
  >
> & {
  /** Null removes the value. */
  [Name in 'logoUrl' | keyof PlaceRecord]?: MerchantRecord[Name] | undefined;
};

/** Changes a merchant and its main place; omitted fields stay unchanged. Use `updateContact` for the contact. */
export async function updateMerchantRecord(
  tx: Transaction,
  merchantId: string,
  changes: Omit<MerchantChanges, keyof ContactFields>,
): Promise<void> {
  await updatePlaceRecord(tx, merchantId, changes);
  await sql`
    update merchants set
      business_name = coalesce(${changes.businessName ?? null}, business_name),
      primary_color = coalesce(${changes.primaryColor ?? null}, primary_color),
      status = coalesce(${changes.status ?? null}, status),
      closed_since = case coalesce(${changes.status ?? null}, status) when 'INACTIVE' then coalesce(closed_since, moment()) end,
      logo_url = ${changes.logoUrl === undefined ? sql`logo_url` : changes.logoUrl},
      updated_at = moment()
    where id = ${merchantId}`.execute(tx);
}

export type NewMerchant = {
  id: string;
  merchantCode: string;
  businessName: string;
  contactName: string;
  contactEmail: string;
  contactPhoneMsisdn: string;
  primaryColor: string;
  apiKey: string;
  secretHash: Buffer;
};

/** @returns false when the merchant code is taken */
export async function insertMerchant(tx: Transaction, merchant: NewMerchant): Promise<boolean> {
  const { rows } = await sql`
    insert into merchants (
      id, merchant_code, business_name, contact_name, contact_email, contact_phone_msisdn, primary_color,
      api_key, api_secret_hash
    ) values (
      ${merchant.id}, ${merchant.merchantCode}, ${merchant.businessName}, ${merchant.contactName},
      ${merchant.contactEmail}, ${merchant.contactPhoneMsisdn}, ${merchant.primaryColor},
      ${merchant.apiKey}, ${merchant.secretHash}
    )
    on conflict (merchant_code) do nothing
    returning id`.execute(tx);
  return rows.length === 1;
}

/** Finds other merchants whose contact has this email address. */
export async function findSameContact(
  db: Db,
  { merchantId, contactEmail }: { merchantId: string; contactEmail: string },
): Promise<{ merchantId: string; merchantCode: string; businessName: string }[]> {
  const { rows } = await sql<{ merchantId: string; merchantCode: string; businessName: string }>`
    select id as "merchantId", merchant_code as "merchantCode", business_name as "businessName"
    from merchants where contact_email = ${contactEmail} and id <> ${merchantId} and status <> 'INACTIVE'
    order by id limit 10`.execute(db);
  return rows;
}

/**
 * Activates a pending merchant.
 * @returns false if the merchant is not pending
 */
export async function markActive(db: Db, merchantId: string): Promise<boolean> {
  const { rows } = await sql`
    update merchants set status = 'ACTIVE', updated_at = moment()
    where id = ${merchantId} and status = 'PENDING' returning id`.execute(db);
  return rows.length === 1;
}

/**
 * Reads amount and number of all redemptions.
 * @param day today; the key of the cache, which thus expires at midnight
 */
export async function readVolume(db: Db, day: string): Promise<Redeemed> {
  const [closed, ofToday] = await Promise.all([
    closedDays(db).read(day),
    readRedeemed(db, sql`redeemed_at >= ${today}`),
  ]);
  return {
    volumeCents: closed.volumeCents + ofToday.volumeCents,
    transactions: closed.transactions + ofToday.transactions,
  };
}

export async function countMerchants(db: Db): Promise<MerchantCounts> {
  const { rows } = await sql<MerchantCounts>`
    select count(*)::int as total, count(*) filter (where status = 'ACTIVE')::int as active,
      count(*) filter (where status = 'PENDING')::int as pending,
      count(*) filter (where status = 'SUSPENDED')::int as suspended
    from merchants`.execute(db);
  return rows[0] ?? { total: 0, active: 0, pending: 0, suspended: 0 };
}

async function readRedeemed(db: Db, when: RawBuilder<unknown>): Promise<Redeemed> {
  const { rows } = await sql<Redeemed>`
    select coalesce(sum(amount_cents), 0)::bigint as "volumeCents", count(*)::int as transactions
    from redemptions where reversed_at is null and ${when}`.execute(db);
  return rows[0] ?? { volumeCents: 0n, transactions: 0 };
}

type MerchantCounts = { total: number; active: number; pending: number; suspended: number };
