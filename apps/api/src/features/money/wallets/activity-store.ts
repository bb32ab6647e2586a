import { shillingsOf, type Activity, type HistoryFilters } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { isNamed } from '../../../platform/db/name-search.ts';
import { account } from '../../services/postings/index.ts';

/** Owner of the history. Contacts are null until they are verified. */
export type Person = { userId: string; msisdn: string | null; email: string | null };

type Type = Activity['transactionType'];
type Branch = { type: Type; rows: RawBuilder<unknown> };
type Optional =
  | 'counterparty'
  | 'wallet'
  | 'reference'
  | 'msisdn'
  | 'cloth'
  | 'voucherId'
  | 'gifts'
  | 'refundState';
type Row = Omit<Activity, 'timestamp' | 'amount' | 'fee' | Optional> & {
  at: Date;
  instant: string;
  amountCents: bigint;
  feeCents: bigint | null;
  counterparty: string | null;
  wallet: Activity['wallet'] | null;
  reference: string | null;
  msisdn: string | null;
  cloth: Activity['cloth'] | null;
  voucherId: string | null;
  gifts: number | null;
  refundState: Activity['refundState'] | null;
};

type Narrowed = HistoryFilters & { id?: string };

/** Lists activities of a person, newest first, each with a cursor for the next page. */
export async function listActivities(
  db: Db,
  person: Person,
  page: { filters: Narrowed; after?: Place; limit: number },
): Promise<{ activity: Activity; place: Place }[]> {
  const { rows } = await sql<Row>`
    select id as "entityId", what || coalesce(counterparty, '') as description, counterparty, at,
      at::text as instant, amount_cents as "amountCents", type as "transactionType", status as "orderStatus",
      wallet, reference, msisdn, fee_cents as "feeCents", cloth, voucher_id as "voucherId",
      gifts, refund_state as "refundState"
    from (${newest(person, page)}) as activities
    order by at desc, id desc limit ${page.limit}`.execute(db);
  return rows.map(toActivity);
}

/** Counts activities that match the filters, up to `most`, and sums their money in and out. */
export async function sumActivities(
  db: Db,
  person: Person,
  { filters, most }: { filters: HistoryFilters; most: number },
): Promise<{ count: number; inCents: bigint; outCents: bigint }> {
  const { rows } = await sql<{ count: number; inCents: bigint; outCents: bigint }>`
    select count(*)::int as count,
      coalesce(sum(amount_cents) filter (where type in ('CLAIM', 'REFUND')), 0)::bigint as "inCents",
      coalesce(sum(amount_cents) filter (where type not in ('CLAIM', 'REFUND')), 0)::bigint as "outCents"
    from (
      select type, case when status = 'CANCELED' then 0 else amount_cents end as amount_cents
      from (${newest(person, { filters, limit: most })}) as activities
      order by at desc, id desc limit ${most}
    ) as counted`.execute(db);
  const [sums] = rows;
  if (sums === undefined) throw new Error('a sum without a row');
  return sums;
}

// Reads the newest page of each branch by the branch's own index; the caller merges the pages.
function newest(person: Person, page: { filters: Narrowed; after?: Place; limit: number }) {
  const { filters, after, limit } = page;
  const branches = branchesOf(person).filter(({ type }) => !filters.type || filters.type === type);
  const conditions = sql.join([sql`true`, ...conditionsOf(filters, after)], sql` and `);
  const pages = branches.map(
    ({ type, rows }) => sql`(
      select id, what, counterparty, at, amount_cents, ${type}::text as type, status, wallet, reference,
        msisdn, fee_cents, cloth, voucher_id, gifts, refund_state
      from (${rows}) as branch where ${conditions}
      order by at desc, id desc limit ${limit}
    )`,
  );
  return sql.join(pages, sql` union all `);
}

function toActivity({ at, instant, amountCents, feeCents, ...row }: Row) {
  const { counterparty, wallet, reference, msisdn, cloth, voucherId, gifts, refundState, ...rest } = row;
  const activity: Activity = {
    ...rest,
    timestamp: at.toISOString(),
    amount: shillingsOf(amountCents),
    counterparty: counterparty ?? undefined,
    wallet: wallet ?? undefined,
    reference: reference ?? undefined,
    msisdn: msisdn ?? undefined,
    fee: feeCents === null ? undefined : shillingsOf(feeCents),
    cloth: cloth ?? undefined,
    voucherId: voucherId ?? undefined,
    gifts: gifts ?? undefined,
    refundState: refundState ?? undefined,
  };
  return { activity, place: { instant, id: row.entityId } };
}

/** Empty columns, for transfers that are not payments. */
const NOTHING_MORE = sql`null as msisdn, null::bigint as fee_cents, null as cloth, null::uuid as voucher_id,
  null::int as gifts, null as refund_state`;

/** SQL: the names of a basket's recipients, for purchase `p`. */
const recipientsOf = sql`(
  select string_agg(r.recipient_name, ', ' order by r.position) from purchase_gifts r where r.home_id = p.home_id
)`;

const refundStateOf = (home: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql`(select s.state from refund_states s where s.home_id = ${home} and s.transaction_id = ${id})`;

function branchesOf({ userId, msisdn, email }: Person): Branch[] {
  const wallet = account.wallet(userId);
  const isForMe = sql`(v.recipient_msisdn = ${msisdn} or v.recipient_email = ${email})`;
  return [
    {
      type: 'GIFT_PURCHASE',
      rows: sql`
        select p.id, case p.gift_count when 1 then 'Gift for ' else 'Gifts for ' end as what,
          case p.gift_count when 1 then g.recipient_name else ${recipientsOf} end as counterparty,
          coalesce(p.completed_at, p.pending_since) as at, p.amount_cents, p.status,
          case p.paid_by when 'wallet' then 'debit' end as wallet, p.mpesa_receipt as reference,
          case p.gift_count when 1 then g.recipient_msisdn end as msisdn, p.fee_cents, g.cloth,
          null::uuid as voucher_id, nullif(p.gift_count, 1)::int as gifts,
          ${refundStateOf(sql`p.home_id`, sql`p.id`)} as refund_state
        from purchases p join purchase_gifts g on g.home_id = p.home_id and g.position = 1
        where p.buyer_id = ${userId} and p.status <> 'REGISTERED'`,
    },
    {
      type: 'WITHDRAWAL',
      rows: sql`
        select id, 'Withdrawal to ' as what, recipient_name as counterparty,
          coalesce(settled_at, pending_since) as at, amount_cents, status,
          case when status <> 'CANCELED' then 'debit' end as wallet, transaction_code as reference, msisdn,
          -- Of a canceled withdrawal no fee is taken, even if M-PESA pays it later.
          case when status <> 'CANCELED' then fee_cents end as fee_cents, null as cloth, null::uuid as voucher_id,
          null::int as gifts, ${refundStateOf(sql`w.user_id`, sql`w.id`)} as refund_state
        from withdrawals w where user_id = ${userId} and status <> 'REGISTERED'`,
    },
    {
      type: 'WITHDRAWAL',
      rows: sql`
        select id,
          case kind
            when 'give_up' then 'Balance given up'
            when 'credit_taken_back' then 'Wrong credit taken back'
            when 'legal_order_reserved' then 'Paid out by a legal order'
            else 'Withdrawal paid after all'
          end as what,
          null as counterparty, posted_at as at, amount_cents, 'COMPLETED' as status, 'debit' as wallet, reference,
          ${NOTHING_MORE}
        from ledger.transfers where debit = ${wallet} and kind in ('give_up', 'withdrawal_paid_late', 'credit_taken_back', 'legal_order_reserved')`,
    },
    {
      type: 'CLAIM',
      rows: sql`
        select c.id, 'Gift from ' as what, v.sender_name as counterparty, c.claimed_at as at, c.amount_cents,
          'COMPLETED' as status, 'credit' as wallet, null as reference, null as msisdn, null::bigint as fee_cents,
          v.cloth, v.id as voucher_id, null::int as gifts, null as refund_state
        from claims c join vouchers v on v.id = c.voucher_id where c.user_id = ${userId}`,
    },
    {
      type: 'REDEMPTION',
      rows: sql`
        select r.id, 'Spent at ' as what, m.business_name as counterparty, r.redeemed_at as at, r.amount_cents,
          case when r.reversed_at is null then 'COMPLETED' else 'CANCELED' end as status, null as wallet,
          null as reference, null as msisdn, null::bigint as fee_cents, v.cloth, v.id as voucher_id,
          null::int as gifts, case when r.reversed_at is not null then 'reversed' end as refund_state
        from vouchers v
        join redemptions r on r.voucher_id = v.id
        join merchants m on m.id = r.merchant_id
        where ${isForMe}`,
    },
    {
      // Refunds by M-PESA, done or pending. A refund to the wallet is listed as a wallet credit instead.
      type: 'REFUND',
      rows: sql`
        select r.id, 'Refund to M-PESA' as what, null as counterparty, coalesce(r.settled_at, r.created_at) as at,
          r.amount_cents, r.status, null as wallet, r.mpesa_receipt as reference, null as msisdn,
          null::bigint as fee_cents, v.cloth, null::uuid as voucher_id, null::int as gifts, null as refund_state
        from refunds r join vouchers v on v.id = r.voucher_id
        where r.buyer_id = ${userId} and (r.status = 'PENDING' or r.returned_to = 'mpesa')`,
    },
    {
      // All other wallet credits are goodwill, or refunds of a gift or of a second payment.
      type: 'REFUND',
      rows: sql`
        select id,
          case kind
            when 'second_payment' then 'Second payment returned'
            when 'redemption_reversed' then 'Spending undone by a shop'
            when 'hold_released' then 'Given back by a shop'
            when 'goodwill' then 'Goodwill from Zawadi'
            when 'legal_order_returned' then 'Legal order not paid'
            else 'Refund'
          end as what,
          null as counterparty, posted_at as at, amount_cents, 'COMPLETED' as status, 'credit' as wallet, reference,
          ${NOTHING_MORE}
        from ledger.transfers where credit = ${wallet} and kind not in ('claim', 'withdrawal_released')`,
    },
  ];
}

function conditionsOf(filters: Narrowed, after: Place | undefined): RawBuilder<unknown>[] {
  const { id, status, refundState, from, to, search } = filters;
  const conditions: RawBuilder<unknown>[] = [];
  if (id) conditions.push(sql`id = ${id}::uuid`);
  if (after) conditions.push(sql`(at, id) < (${after.instant}::timestamptz, ${after.id}::uuid)`);
  if (from) conditions.push(sql`at >= ${beginningOf(from)}`);
  if (to) conditions.push(sql`at < ${beginningOf(to)} + interval '1 day'`);
  if (status) conditions.push(sql`status = ${status}`);
  if (refundState) conditions.push(sql`refund_state = ${refundState}`);
  if (search) {
    const text = sql`concat_ws(' ', what || coalesce(counterparty, ''), reference, amount_cents / 100, id)`;
    const hasText = sql`position(lower(${search}) in lower(${text})) > 0`;
    conditions.push(sql`(${hasText} or ${isNamed(sql`counterparty`, search)})`);
  }
  return conditions;
}

/** Returns the start of a day in Nairobi, which has no daylight saving time. */
function beginningOf(day: string): RawBuilder<Date> {
  return sql`(${day}::date::timestamp at time zone 'Africa/Nairobi')`;
}
