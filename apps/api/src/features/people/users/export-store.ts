import { sql, type RawBuilder } from 'kysely';
import { eachPage } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';

/** The user whose data is exported. Contacts are null until they are verified. */
export type Exported = { userId: string; msisdn: string | null; email: string | null };

const queries = {
  sessions: ({ userId }) => sql`
    select id, address, user_agent as "device", created_at as "signedInAt", last_used_at as "lastUsedAt",
      ended_at as "endedAt", expires_at as "expiresAt"
    from sessions where subject_id = ${userId} and audience = 'consumer'`,
  passkeys: ({ userId }) => sql`
    select id, label, is_backed_up as "isSynced", created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys where subject_id = ${userId} and audience = 'consumer'`,
  // A wallet that opens by schedule writes no row, so take the scheduled time.
  walletFreezes: ({ userId }) => sql`
    select f.id, f.frozen_at as "frozenAt", f.frozen_by as "frozenBy",
      case when f.opened_at is null and u.wallet_opens_at <= moment() then u.wallet_opens_at else f.opened_at end
        as "openedAt",
      case when f.opened_at is null and u.wallet_opens_at <= moment() then 'waiting' else f.opened_by end as "openedBy"
    from wallet_freezes f join users u on u.id = f.user_id where f.user_id = ${userId}`,
  purchases: ({ userId }) => sql`
    select id, (amount_cents / 100)::int as amount, (fee_cents / 100)::int as fee, payer_msisdn as "payer",
      paid_from as "paidFrom", paid_by as "paidBy", status, failure_reason as "failureReason",
      bill_reference as "billReference", mpesa_receipt as "mpesaReceipt", registered_at as "registeredAt",
      completed_at as "completedAt"
    from purchases where buyer_id = ${userId}`,
  purchasedGifts: ({ userId }) => sql`
    select g.voucher_id as id, p.id as "purchaseId", (g.amount_cents / 100)::int as amount,
      (g.fee_cents / 100)::int as fee, g.recipient_name as "recipientName", g.recipient_msisdn as "recipientPhone",
      g.recipient_email as "recipientEmail", g.copy_email as "copyEmail", g.message, g.cloth, g.language,
      g.shows_amount as "showsAmount", g.deliver_at as "deliverAt"
    from purchases p join purchase_gifts g on g.home_id = p.home_id where p.buyer_id = ${userId}`,
  giftPhotos: ({ userId }) => sql`
    select home_id as id, purchase_id as "purchaseId", put_at as "addedAt", state = 'REMOVED' as "isRemoved"
    from gift_photos where buyer_id = ${userId}`,
  giftsSent: ({ userId }) => sql`
    select id, (face_cents / 100)::int as value, code_last_four as "codeLastFour", recipient_name as "recipientName",
      issued_at as "issuedAt", deliver_at as "deliverAt", opened_at as "openedAt", expires_at as "expiresAt",
      closed_as as "closedAs", closed_at as "closedAt"
    from vouchers where buyer_id = ${userId}`,
  giftsReceived: ({ msisdn, email }) => sql`
    select id, (face_cents / 100)::int as value, code_last_four as "codeLastFour", sender_name as "senderName",
      recipient_name as "recipientName", recipient_msisdn as "recipientPhone", recipient_email as "recipientEmail",
      message, cloth, deliver_at as "deliveredAt", opened_at as "openedAt", expires_at as "expiresAt",
      closed_as as "closedAs", closed_at as "closedAt"
    from vouchers where (recipient_msisdn = ${msisdn} or recipient_email = ${email}) and deliver_at <= moment()
      and (closed_at is null or closed_at >= deliver_at)`,
  claims: ({ userId }) => sql`
    select id, voucher_id as "voucherId", (amount_cents / 100)::int as amount, claimed_at as "claimedAt"
    from claims where user_id = ${userId}`,
  withdrawals: ({ userId }) => sql`
    select id, (amount_cents / 100)::int as amount, (fee_cents / 100)::int as fee, msisdn as "phone",
      recipient_name as "recipientName", recipient_email as "recipientEmail", status,
      failure_reason as "failureReason", bill_reference as "billReference", transaction_code as "transactionCode",
      paid_to_name as "registeredName", registered_at as "registeredAt", settled_at as "settledAt"
    from withdrawals where user_id = ${userId}`,
} satisfies Record<string, (person: Exported) => RawBuilder<unknown>>;

export type ExportSection = keyof typeof queries;
export const exportSections = Object.keys(queries) as ExportSection[];

/** Reads all rows of one section of the exported file, in pages. Amounts are whole shillings. */
export function readSection(
  db: Db,
  section: ExportSection,
  person: Exported,
): AsyncGenerator<Record<string, unknown>[]> {
  return eachPage<{ id: string }, string>(
    async ({ after = FIRST_ID, limit }) => {
      const { rows } = await sql<{ id: string }>`
        select * from (${queries[section](person)}) as entries
        where id > ${after}::uuid order by id limit ${limit}`.execute(db);
      return rows;
    },
    ({ id }) => id,
  );
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
