import type { ApiKeyRights } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { MerchantStatus } from './store.ts';

export type MachineCredentials = {
  merchantId: string;
  businessName: string;
  /** Id of the key; the main key has the merchant's id. */
  keyId: string;
  placeId: string;
  /** Name of the key; null for the main key. */
  till: string | null;
  rights: ApiKeyRights;
  secretHash: Buffer;
  /** Hash of the previous secret, while it still works after a roll. */
  oldSecretHash: Buffer | null;
  status: MerchantStatus;
  hasAddressList: boolean;
  allowedAddresses: string[];
  isRateLimited: boolean;
  isLogged: boolean;
};

/** Reads credentials by API key, for main keys and others. Omits unknown and revoked keys. */
export async function readMachineCredentials(
  db: Db,
  apiKeys: string[],
): Promise<Map<string, MachineCredentials>> {
  const { rows } = await sql<MachineCredentials & { apiKey: string }>`
    select k.api_key as "apiKey", k.key_id as "keyId", k.place_id as "placeId", k.name as till, k.rights, k.secret_hash as "secretHash",
      case when k.old_secret_until > moment() then k.old_secret_hash end as "oldSecretHash",
      m.id as "merchantId", m.business_name as "businessName", m.status,
      coalesce(s.has_address_list, false) as "hasAddressList",
      array(select entry ->> 'address' from jsonb_array_elements(s.addresses) as entry) as "allowedAddresses",
      coalesce(s.is_rate_limited, true) as "isRateLimited", coalesce(s.is_logged, true) as "isLogged"
    from (
      select api_key, id as key_id, id as merchant_id, id as place_id, null as name, 'everything' as rights, api_secret_hash as secret_hash,
        api_old_secret_hash as old_secret_hash, api_old_secret_until as old_secret_until
      from merchants where api_key = any(${apiKeys}::text[])
      union all
      select api_key, id, merchant_id, place_id, name, rights, secret_hash, old_secret_hash, old_secret_until
      from merchant_api_keys where api_key = any(${apiKeys}::text[]) and revoked_at is null
    ) k
    join merchants m on m.id = k.merchant_id
    left join merchant_api_settings s on s.merchant_id = m.id`.execute(db);
  return new Map(rows.map(({ apiKey, ...credentials }) => [apiKey, credentials]));
}

/**
 * Replaces the secret of the main key; the current and the rolled secret stop at once.
 * @returns false when the API key is not the merchant's main key
 */
export async function updateApiSecret(
  db: Db,
  merchant: { id: string; apiKey: string; secretHash: Buffer },
): Promise<boolean> {
  const { rows } = await sql`
    update merchants set api_secret_hash = ${merchant.secretHash}, api_secret_made_at = moment(),
      api_old_secret_hash = null, api_old_secret_until = null
    where id = ${merchant.id} and api_key = ${merchant.apiKey} returning id`.execute(db);
  return rows.length === 1;
}

export type ApiKeyRow = {
  keyId: string;
  isMain: boolean;
  name: string;
  rights: ApiKeyRights;
  placeId: string;
  apiKey: string;
  secretMadeAt: Date;
  oldSecretUntil: Date | null;
  lastUsedAt: Date | null;
  lastUsedFrom: string | null;
  createdBy: string | null;
  createdAt: Date | null;
};

/** Lists the keys that are not revoked: the main key first, then the newest. */
export async function listKeys(db: Db, merchantId: string): Promise<ApiKeyRow[]> {
  const { rows } = await sql<ApiKeyRow>`
    select m.id as "keyId", true as "isMain", 'Main key' as name, 'everything' as rights, m.id as "placeId", m.api_key as "apiKey",
      m.api_secret_made_at as "secretMadeAt",
      case when m.api_old_secret_until > moment() then m.api_old_secret_until end as "oldSecretUntil",
      u.last_used_at as "lastUsedAt", u.address as "lastUsedFrom",
      null as "createdBy", null::timestamptz as "createdAt"
    from merchants m left join merchant_api_uses u on u.merchant_id = m.id
    where m.id = ${merchantId}
    union all
    select k.id, false, k.name, k.rights, k.place_id, k.api_key, k.secret_made_at,
      case when k.old_secret_until > moment() then k.old_secret_until end,
      u.last_used_at, u.address, coalesce(s.name, m.contact_name), k.created_at
    from merchant_api_keys k
    join merchants m on m.id = k.merchant_id
    join merchant_staff s on s.id = k.created_by
    left join merchant_api_key_uses u on u.key_id = k.id
    where k.merchant_id = ${merchantId} and k.revoked_at is null
    order by "isMain" desc, "createdAt" desc`.execute(db);
  return rows;
}

/**
 * Reads the names of all keys besides the main one. Lock the merchant first, so that names stay unique and countable.
 */
export async function readKeyNames(tx: Transaction, merchantId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select lower(name) as name from merchant_api_keys where merchant_id = ${merchantId} and revoked_at is null`.execute(
    tx,
  );
  return rows.map(({ name }) => name);
}

export async function insertKey(
  tx: Transaction,
  key: {
    id: string;
    merchantId: string;
    name: string;
    rights: ApiKeyRights;
    placeId: string;
    apiKey: string;
    secretHash: Buffer;
    createdBy: string;
  },
): Promise<void> {
  const { id, merchantId, name, rights, placeId, apiKey, secretHash, createdBy } = key;
  await sql`
    insert into merchant_api_keys (id, merchant_id, name, rights, place_id, api_key, secret_hash, created_by)
    values (${id}, ${merchantId}, ${name}, ${rights}, ${placeId}, ${apiKey}, ${secretHash}, ${createdBy})`.execute(
    tx,
  );
}

type Roll = { merchantId: string; keyId: string; secretHash: Buffer; overlapHours: number };

/**
 * Gives a key a new secret; the old secret works for the overlap. A second roll within the overlap ends the
 * oldest secret.
 * @param roll.overlapHours 0 ends the old secret at once
 * @returns undefined if the key is not the merchant's
 */
export async function rollSecret(
  tx: Transaction,
  { merchantId, keyId, secretHash, overlapHours }: Roll,
): Promise<{ name: string; oldSecretUntil: Date | null } | undefined> {
  const isKept = overlapHours > 0;
  const until = isKept ? sql`moment() + make_interval(hours => ${overlapHours})` : sql`null`;
  const { rows } = await (
    keyId === merchantId
      ? sql<{ name: string; oldSecretUntil: Date | null }>`
        update merchants set api_old_secret_hash = ${isKept ? sql`api_secret_hash` : sql`null`},
          api_old_secret_until = ${until}, api_secret_hash = ${secretHash}, api_secret_made_at = moment()
        where id = ${merchantId} returning 'Main key' as name, api_old_secret_until as "oldSecretUntil"`
      : sql<{ name: string; oldSecretUntil: Date | null }>`
        update merchant_api_keys set old_secret_hash = ${isKept ? sql`secret_hash` : sql`null`},
          old_secret_until = ${until}, secret_hash = ${secretHash}, secret_made_at = moment()
        where id = ${keyId} and merchant_id = ${merchantId} and revoked_at is null
        returning name, old_secret_until as "oldSecretUntil"`
  ).execute(tx);
  return rows[0];
}

/**
 * Revokes a key.
 * @returns the key's name; undefined for the main key, or a key of another merchant
 */
export async function markRevoked(
  tx: Transaction,
  { merchantId, keyId }: { merchantId: string; keyId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    update merchant_api_keys set revoked_at = moment(), old_secret_hash = null, old_secret_until = null
    where id = ${keyId} and merchant_id = ${merchantId} and revoked_at is null returning name`.execute(tx);
  return rows[0]?.name;
}
