import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/db/database.ts';
import type { MerchantStaffRole } from '@zawadi/contract';

export type MerchantStatus = 'PENDING' | 'ACTIVE' | 'SUSPENDED' | 'INACTIVE';

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
  createdAt: Date;
  updatedAt: Date;
  /** Of anybody who signs in for this merchant. */
  lastLoginAt: Date | null;
  /** The owner still has the temporary password. */
  mustChangePassword: boolean;
};

/** Also reads inside a transaction. */
export async function readMerchant(db: Db, merchantId: string): Promise<MerchantRecord | undefined> {
  const { rows } = await sql<MerchantRecord>`
    select m.id, m.merchant_code as "merchantCode", m.business_name as "businessName",
      m.contact_name as "contactName", m.contact_email as "contactEmail",
      m.contact_phone_msisdn as "contactPhoneMsisdn", m.primary_color as "primaryColor", m.logo_url as "logoUrl",
      m.status, m.api_key as "apiKey", m.created_at as "createdAt", m.updated_at as "updatedAt",
      (
        select max(s.created_at) from sessions s join merchant_staff ms on ms.id = s.subject_id
        where s.audience = 'merchant' and ms.merchant_id = m.id
      ) as "lastLoginAt",
      owner.must_change_password as "mustChangePassword"
    from merchants m
    join merchant_staff owner on owner.merchant_id = m.id and owner.staff_role = 'owner'
    where m.id = ${merchantId}`.execute(db);
  return rows[0];
}

const SHOPS_SHOWN = 200;

/** Where a voucher can be spent now: active merchants by name. */
export async function listActiveShops(
  db: Db,
): Promise<{ businessName: string; primaryColor: string; logoUrl?: string }[]> {
  const { rows } = await sql<{ businessName: string; primaryColor: string; logoUrl: string | null }>`
    select business_name as "businessName", primary_color as "primaryColor", logo_url as "logoUrl"
    from merchants where status = 'ACTIVE' order by business_name, id limit ${SHOPS_SHOWN}`.execute(db);
  return rows.map(({ logoUrl, ...shop }) => (logoUrl === null ? shop : { ...shop, logoUrl }));
}

export type StaffCredentials = {
  staffId: string;
  passwordHash: string;
  sessionVersion: number;
  merchantStatus: MerchantStatus;
};

/** @param handle null for the owner */
export async function readStaffCredentials(
  db: Db,
  merchantCode: string,
  handle: string | null,
): Promise<StaffCredentials | undefined> {
  const { rows } = await sql<StaffCredentials>`
    select ms.id as "staffId", ms.password_hash as "passwordHash", ms.session_version as "sessionVersion",
      m.status as "merchantStatus"
    from merchants m join merchant_staff ms on ms.merchant_id = m.id
    where m.merchant_code = ${merchantCode} and ms.handle is not distinct from ${handle}::text`.execute(db);
  return rows[0];
}

export type MachineCredentials = {
  merchantId: string;
  businessName: string;
  secretHash: Buffer;
  status: MerchantStatus;
};

export async function readMachineCredentials(
  db: Db,
  apiKey: string,
): Promise<MachineCredentials | undefined> {
  const { rows } = await sql<MachineCredentials>`
    select id as "merchantId", business_name as "businessName", api_secret_hash as "secretHash", status
    from merchants where api_key = ${apiKey}`.execute(db);
  return rows[0];
}

/** @returns false when this is not the merchant's own key */
export async function updateApiSecret(
  db: Db,
  merchant: { id: string; apiKey: string; secretHash: Buffer },
): Promise<boolean> {
  const { rows } = await sql`
    update merchants set api_secret_hash = ${merchant.secretHash}, api_secret_made_at = now()
    where id = ${merchant.id} and api_key = ${merchant.apiKey} returning id`.execute(db);
  return rows.length === 1;
}

export type NewMerchant = {
  id: string;
  merchantCode: string;
  businessName: string;
  contactName: string;
  contactEmail: string;
  contactPhoneMsisdn: string;
  primaryColor: string;
  logoUrl: string | null;
  apiKey: string;
  secretHash: Buffer;
};

/** @returns false when the merchant code is taken */
export async function insertMerchant(tx: Transaction, merchant: NewMerchant): Promise<boolean> {
  const { rows } = await sql`
    insert into merchants (
      id, merchant_code, business_name, contact_name, contact_email, contact_phone_msisdn, primary_color, logo_url,
      api_key, api_secret_hash
    ) values (
      ${merchant.id}, ${merchant.merchantCode}, ${merchant.businessName}, ${merchant.contactName},
      ${merchant.contactEmail}, ${merchant.contactPhoneMsisdn}, ${merchant.primaryColor}, ${merchant.logoUrl},
      ${merchant.apiKey}, ${merchant.secretHash}
    )
    on conflict (merchant_code) do nothing
    returning id`.execute(tx);
  return rows.length === 1;
}

export async function insertStaff(
  tx: Transaction,
  staff: {
    id: string;
    merchantId: string;
    staffRole: MerchantStaffRole;
    passwordHash: string;
    mustChangePassword: boolean;
  },
): Promise<void> {
  await sql`
    insert into merchant_staff (id, merchant_id, staff_role, password_hash, must_change_password)
    values (
      ${staff.id}, ${staff.merchantId}, ${staff.staffRole}, ${staff.passwordHash}, ${staff.mustChangePassword}
    )`.execute(tx);
}

/** Only a merchant that waits for approval. @returns false for any other */
export async function markActive(db: Db, merchantId: string): Promise<boolean> {
  const { rows } = await sql`
    update merchants set status = 'ACTIVE', updated_at = now()
    where id = ${merchantId} and status = 'PENDING' returning id`.execute(db);
  return rows.length === 1;
}
