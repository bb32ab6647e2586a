import type { ApiSecurity } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

type KeyFacts = {
  apiKey: string;
  secretMadeAt: Date;
  /** Last use of the merchant's main API key. */
  lastUsedAt: Date | null;
  /** Last use of any API key of the merchant. */
  anyUsedAt: Date | null;
};

export async function readKeyFacts(db: Db, merchantId: string): Promise<KeyFacts | undefined> {
  const { rows } = await sql<KeyFacts>`
    select m.api_key as "apiKey", m.api_secret_made_at as "secretMadeAt", u.last_used_at as "lastUsedAt",
      greatest(u.last_used_at, (
        select max(ku.last_used_at) from merchant_api_keys k join merchant_api_key_uses ku on ku.key_id = k.id
        where k.merchant_id = m.id and k.revoked_at is null
      )) as "anyUsedAt"
    from merchants m left join merchant_api_uses u on u.merchant_id = m.id
    where m.id = ${merchantId}`.execute(db);
  return rows[0];
}

/**
 * Reads the security settings of a merchant's API key.
 * @returns the defaults if the merchant has never changed them
 */
export async function readSecurity(db: Db, merchantId: string): Promise<ApiSecurity> {
  const row = await db
    .selectFrom('merchant_api_settings')
    .select(['has_address_list', 'addresses', 'is_rate_limited', 'is_logged'])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return {
    ipWhitelist: { isOn: row?.has_address_list ?? false, addresses: addressesOf(row?.addresses) },
    isRateLimited: row?.is_rate_limited ?? true,
    isLogged: row?.is_logged ?? true,
  };
}

export async function writeSecurity(
  tx: Transaction,
  { merchantId, security }: { merchantId: string; security: ApiSecurity },
): Promise<void> {
  const { ipWhitelist, isRateLimited, isLogged } = security;
  const addresses = JSON.stringify(ipWhitelist.addresses);
  await sql`
    insert into merchant_api_settings (merchant_id, has_address_list, addresses, is_rate_limited, is_logged)
    values (${merchantId}, ${ipWhitelist.isOn}, ${addresses}::jsonb, ${isRateLimited}, ${isLogged})
    on conflict (merchant_id) do update set
      has_address_list = excluded.has_address_list, addresses = excluded.addresses,
      is_rate_limited = excluded.is_rate_limited, is_logged = excluded.is_logged`.execute(tx);
}

type Addresses = ApiSecurity['ipWhitelist']['addresses'];

// `writeSecurity` validated these values before it stored them.
function addressesOf(stored: unknown): Addresses {
  return (stored ?? []) as Addresses;
}
