import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { MerchantStatus } from './store.ts';

export type MachineCredentials = {
  merchantId: string;
  businessName: string;
  secretHash: Buffer;
  status: MerchantStatus;
  hasAddressList: boolean;
  allowedAddresses: string[];
  isRateLimited: boolean;
  isLogged: boolean;
};

/** By API key; unknown keys are left out. */
export async function readMachineCredentials(
  db: Db,
  apiKeys: string[],
): Promise<Map<string, MachineCredentials>> {
  const { rows } = await sql<MachineCredentials & { apiKey: string }>`
    select m.api_key as "apiKey", m.id as "merchantId", m.business_name as "businessName", m.api_secret_hash as "secretHash", m.status,
      coalesce(s.has_address_list, false) as "hasAddressList",
      array(select entry ->> 'address' from jsonb_array_elements(s.addresses) as entry) as "allowedAddresses",
      coalesce(s.is_rate_limited, true) as "isRateLimited", coalesce(s.is_logged, true) as "isLogged"
    from merchants m left join merchant_api_settings s on s.merchant_id = m.id
    where m.api_key = any(${apiKeys}::text[])`.execute(db);
  return new Map(rows.map(({ apiKey, ...credentials }) => [apiKey, credentials]));
}

/** @returns false when this is not the merchant's own key */
export async function updateApiSecret(
  db: Db,
  merchant: { id: string; apiKey: string; secretHash: Buffer },
): Promise<boolean> {
  const { rows } = await sql`
    update merchants set api_secret_hash = ${merchant.secretHash}, api_secret_made_at = moment()
    where id = ${merchant.id} and api_key = ${merchant.apiKey} returning id`.execute(db);
  return rows.length === 1;
}
