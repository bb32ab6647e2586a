import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';

export type VoucherRow = {
  id: string;
  codeLastFour: string;
  faceCents: bigint;
  balanceCents: bigint;
  closedAs: string | null;
  isPastLastDay: boolean;
  senderName: string;
  recipientName: string;
  issuedAt: Date;
  deliverAt: Date;
  expiresAt: Date;
  place: Place;
};

type Page = { after?: Place | undefined; limit: number };

/** Vouchers a user has paid for, newest first. */
export function listBought(db: Db, userId: string, page: Page): Promise<VoucherRow[]> {
  return list(db, sql`v.buyer_id = ${userId}`, page);
}

/** Vouchers sent to a verified contact of a user, newest first, scheduled ones included. */
export function listReceived(db: Db, userId: string, page: Page): Promise<VoucherRow[]> {
  const phone = sql`(select phone_msisdn from users where id = ${userId})`;
  const email = sql`(select email from users where id = ${userId} and email_verified_at is not null)`;
  return list(db, sql`(v.recipient_msisdn = ${phone} or v.recipient_email = ${email})`, page);
}

async function list(db: Db, condition: RawBuilder<unknown>, { after, limit }: Page): Promise<VoucherRow[]> {
  const isAfter = after
    ? sql`(v.issued_at, v.id) < (${after.instant}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<Omit<VoucherRow, 'place'> & { instant: string }>`
    select v.id, v.code_last_four as "codeLastFour", v.face_cents as "faceCents",
      coalesce(b.balance_cents, 0) as "balanceCents", v.closed_as as "closedAs",
      v.expires_at < moment() as "isPastLastDay", v.sender_name as "senderName", v.recipient_name as "recipientName",
      v.issued_at as "issuedAt", v.deliver_at as "deliverAt", v.expires_at as "expiresAt",
      v.issued_at::text as instant
    from vouchers v
    left join ledger.strict_balances b on b.home_id = v.id and b.account = 'voucher:' || v.id
    where ${condition} and ${isAfter}
    order by v.issued_at desc, v.id desc limit ${limit}`.execute(db);
  return rows.map(({ instant, ...row }) => ({ ...row, place: { instant, id: row.id } }));
}
