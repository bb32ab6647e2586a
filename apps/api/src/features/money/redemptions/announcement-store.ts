import type { LanguageName } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';

/** The ids of a voucher and of what was taken from it. */
export type RedemptionKey = [voucherId: string, id: string];

/** A redemption with its recipients. */
export type Announcement = {
  id: string;
  voucherId: string;
  merchantId: string;
  businessName: string;
  amountCents: bigint;
  balanceAfterCents: bigint;
  recipientMsisdn: string | null;
  /** The user who has verified that number; null when there is none. */
  recipientLanguage: LanguageName | null;
  /** The merchant has a webhook. */
  hasWebhook: boolean;
};

export async function readAnnouncements(tx: Transaction, keys: RedemptionKey[]): Promise<Announcement[]> {
  const { rows } = await sql<Announcement>`
    select r.id, r.voucher_id as "voucherId", r.merchant_id as "merchantId", m.business_name as "businessName",
      r.amount_cents as "amountCents", r.balance_after_cents as "balanceAfterCents",
      v.recipient_msisdn as "recipientMsisdn",
      (select u.language from users u where u.phone_msisdn = v.recipient_msisdn limit 1) as "recipientLanguage",
      exists (select from webhook_endpoints e where e.merchant_id = m.id and e.url is not null) as "hasWebhook"
    from unnest(
      ${keys.map(([voucherId]) => voucherId)}::uuid[], ${keys.map(([, id]) => id)}::uuid[]
    ) as k (voucher_id, id)
    join redemptions r on r.voucher_id = k.voucher_id and r.id = k.id
    join vouchers v on v.id = r.voucher_id
    join merchants m on m.id = r.merchant_id`.execute(tx);
  return rows;
}
