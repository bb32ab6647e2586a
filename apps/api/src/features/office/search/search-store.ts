import { idTailOf, normaliseMsisdn, type HandlerAnswer, type searchEverything } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { isNamed } from '../../../platform/db/name-search.ts';
import { spendingState } from '../../money/vouchers/index.ts';

type Answer = HandlerAnswer<typeof searchEverything>;

/** Fewest letters of a name to search for. Shorter parts match nearly every name. */
const SHORTEST_NAME = 3;

type FoundMerchant = Omit<Answer['merchants'][number], 'isNamed'> & { id: string };

/** Finds merchants by code, name, contact, or pay-out number; best match first. */
export async function findMerchants(db: Db, text: string, limit: number): Promise<FoundMerchant[]> {
  const { rows } = await merchantsMatching(text, limit).execute(db);
  return rows;
}

/** Builds the SQL statement of `findMerchants`, so that a test can check its query plan. */
export function merchantsMatching(text: string, limit: number): RawBuilder<FoundMerchant> {
  const word = text.toUpperCase();
  const number = normaliseMsisdn(text) ?? word;
  const ways = [
    sql`(select id, 1 as place from merchants where merchant_code = ${word})`,
    sql`(select id, 2 from merchants where contact_email = ${text.toLowerCase()} limit ${limit})`,
    sql`(select id, 2 from merchants where contact_phone_msisdn = ${number} limit ${limit})`,
    sql`(select merchant_id, 3 from merchant_payout_channels where number = ${number} limit ${limit})`,
    sql`(select merchant_id, 3 from merchant_payout_channels where upper(account_number) = ${word} limit ${limit})`,
    ...(text.length < SHORTEST_NAME
      ? []
      : [sql`(select id, 4 from merchants where ${isNamed(sql`business_name`, text)} limit ${limit})`]),
  ];
  return sql<FoundMerchant>`
    select m.id, m.merchant_code as "merchantCode", m.business_name as "businessName", m.status
    from (
      select id, min(place) as place from (${sql.join(ways, sql` union all `)}) as way (id, place) group by id
    ) found
    join merchants m on m.id = found.id
    order by found.place, lower(m.business_name), m.id limit ${limit}`;
}

export type FoundVoucher = {
  id: string;
  purchaseId: string | null;
  codeLastFour: string;
  senderName: string;
  recipientName: string;
  faceCents: bigint;
  balanceCents: bigint;
  closedAs: string | null;
  isPastLastDay: boolean;
  heldCents: bigint;
  isFrozen: boolean;
  issuedAt: Date;
};

/**
 * Finds the newest of some vouchers, each with its purchase. A replacement has the purchase of the voucher that it
 * replaced.
 */
export async function findVouchers(db: Db, ids: readonly string[], limit: number): Promise<FoundVoucher[]> {
  if (ids.length === 0) return [];
  const { rows } = await vouchersAmong(ids, limit).execute(db);
  return rows;
}

/** Builds the SQL statement of `findVouchers`, so that a test can check its query plan. */
export function vouchersAmong(ids: readonly string[], limit: number): RawBuilder<FoundVoucher> {
  return sql<FoundVoucher>`
    select v.id, origin.purchase_id as "purchaseId", v.code_last_four as "codeLastFour",
      v.sender_name as "senderName", v.recipient_name as "recipientName", v.face_cents as "faceCents",
      coalesce(b.balance_cents, 0) as "balanceCents", v.closed_as as "closedAs", ${spendingState},
      v.issued_at as "issuedAt"
    from (
      select * from vouchers where id = any(${ids}::uuid[]) order by issued_at desc, id desc limit ${limit}
    ) v
    left join ledger.strict_balances b on b.home_id = v.id and b.account = 'voucher:' || v.id
    left join lateral (
      with recursive line (id, replaces_id, purchase_id) as (
        select v.id, v.replaces_id, v.purchase_id
        union all
        select o.id, o.replaces_id, o.purchase_id from vouchers o join line on o.id = line.replaces_id
      )
      select purchase_id from line where purchase_id is not null limit 1
    ) origin on true
    order by v.issued_at desc, v.id desc`;
}

type FoundLine = Omit<Answer['statementLines'][number], 'isNamed' | 'at'> & { at: Date };

/** Finds lines of M-PESA's statements by receipt. Our ledger may lack their payments. */
export async function findStatementLines(db: Db, text: string, limit: number): Promise<FoundLine[]> {
  const word = text.toUpperCase();
  if (!/^[A-Z0-9]{10}$/u.test(word)) return [];
  const { rows } = await sql<FoundLine>`
    select id as "itemId", receipt, details, at, closed_as is null and state <> 'matched' as "isOpen"
    from reconciliation_items where receipt = ${word}
    order by at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

type FoundLetter = Omit<Answer['letters'][number], 'isNamed' | 'at'> & { at: Date };

/** Finds letters to support by the reference that their writers got. */
export async function findLetters(db: Db, text: string, limit: number): Promise<FoundLetter[]> {
  const tail = idTailOf(text);
  if (tail === undefined) return [];
  const { rows } = await sql<FoundLetter>`
    select r.id as "supportRequestId",
      coalesce(m.business_name, u.first_name || ' ' || u.last_name) as "businessName", r.subject, r.sent_at as at,
      r.answered_at is not null as "isAnswered"
    from support_requests r left join merchants m on m.id = r.merchant_id left join users u on u.id = r.user_id
    where right(r.id::text, 12) = ${tail} limit ${limit}`.execute(db);
  return rows;
}
