import type { PostingFilters, PostingStatus, PostingTemplate } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { beginningOfNairobiDay } from '../../../platform/nairobi-time.ts';

/** A posting as it was requested; none of it ever changes. */
export type PostingRecord = {
  id: string;
  template: PostingTemplate;
  amountCents: bigint;
  userId: string | null;
  merchantId: string | null;
  creditId: string | null;
  payee: string;
  reference: string | null;
  reason: string;
  documentId: string;
  requestedBy: string;
  approvalId: string;
};

export type PostingRow = PostingRecord & {
  status: PostingStatus;
  userName: string | null;
  merchantCode: string | null;
  businessName: string | null;
  requestedByName: string;
  requestedAt: Date;
  decidedByName: string | null;
  decisionReason: string | null;
  postedAt: Date | null;
  settledAt: Date | null;
  settledReference: string | null;
  fileName: string;
  mediaType: 'application/pdf' | 'image/jpeg' | 'image/png';
  bytes: number;
  sha256: string;
  place: Place;
};

const COLUMNS = sql`
  r.id, r.template, r.amount_cents as "amountCents", r.user_id as "userId", r.merchant_id as "merchantId",
  r.credit_id as "creditId", r.payee, r.reference, r.reason, r.document_id as "documentId",
  r.requested_by as "requestedBy", r.approval_id as "approvalId"`;

const STATUS = sql<PostingStatus>`
  case when r.settled_as = 'PAID' then 'Paid' when r.settled_as = 'NOT_PAID' then 'Not paid'
    when r.posted_at is not null and r.template = 'legal-order' then 'To pay'
    when r.posted_at is not null then 'Posted' when p.closed_as = 'REJECTED' then 'Rejected'
    when p.closed_as is not null or p.expires_at <= moment() then 'Expired' else 'Waiting' end`;

export type LockedPosting = PostingRecord & { isPosted: boolean; isSettled: boolean };

/** Locks a posting that is to be posted or settled. */
export async function lockPosting(tx: Transaction, id: string): Promise<LockedPosting | undefined> {
  const { rows } = await sql<LockedPosting>`
    select ${COLUMNS}, r.posted_at is not null as "isPosted", r.settled_at is not null as "isSettled" from posting_requests r
    where r.id = ${id} for update`.execute(tx);
  return rows[0];
}

export async function insertPosting(tx: Transaction, posting: PostingRecord): Promise<void> {
  await sql`
    insert into posting_requests (
      id, template, amount_cents, user_id, merchant_id, credit_id, payee, reference, reason, document_id,
      requested_by, approval_id
    )
    values (
      ${posting.id}, ${posting.template}, ${posting.amountCents}, ${posting.userId}, ${posting.merchantId},
      ${posting.creditId}, ${posting.payee}, ${posting.reference}, ${posting.reason}, ${posting.documentId},
      ${posting.requestedBy}, ${posting.approvalId}
    )`.execute(tx);
}

export async function markPosted(tx: Transaction, id: string): Promise<void> {
  await sql`update posting_requests set posted_at = moment() where id = ${id}`.execute(tx);
}

/** Records whether the bank has paid a legal order. */
export async function markSettled(
  tx: Transaction,
  { postingId, as, reference }: { postingId: string; as: 'PAID' | 'NOT_PAID'; reference: string },
): Promise<void> {
  await sql`
    update posting_requests set settled_as = ${as}, settled_reference = ${reference}, settled_at = moment()
    where id = ${postingId}`.execute(tx);
}

/** Lists postings, newest first, each with a cursor for the next page. */
export async function listRows(
  db: Db,
  filters: PostingFilters,
  { after, limit }: { after: Place | undefined; limit: number },
): Promise<PostingRow[]> {
  const conditions = conditionsOf(filters);
  if (after) {
    conditions.push(sql`(r.requested_at, r.id) < (${after.instant}::timestamptz, ${after.id}::uuid)`);
  }
  return select(db, conditions, limit);
}

export async function findRow(db: Db, id: string): Promise<PostingRow | undefined> {
  const [row] = await select(db, [sql`r.id = ${id}`], 1);
  return row;
}

/** Counts and sums all postings that match the filters. */
export async function sumRows(
  db: Db,
  filters: PostingFilters,
): Promise<{ count: number; amountCents: bigint }> {
  const { rows } = await sql<{ count: number; amountCents: bigint }>`
    select count(*)::int as count, coalesce(sum(r.amount_cents), 0)::bigint as "amountCents"
    from posting_requests r join approvals p on p.id = r.approval_id
    where ${sql.join(conditionsOf(filters), sql` and `)}`.execute(db);
  return rows[0] ?? { count: 0, amountCents: 0n };
}

function conditionsOf({ template, status, userId, merchantId, from, to }: PostingFilters) {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (template) conditions.push(sql`r.template = ${template}`);
  if (status) conditions.push(sql`${STATUS} = ${status}`);
  if (userId) conditions.push(sql`r.user_id = ${userId}`);
  if (merchantId) conditions.push(sql`r.merchant_id = ${merchantId}`);
  if (from) conditions.push(sql`r.requested_at >= ${beginningOfNairobiDay(from)}`);
  if (to) {
    conditions.push(sql`r.requested_at < ${beginningOfNairobiDay(to)}::timestamptz + interval '1 day'`);
  }
  return conditions;
}

async function select(db: Db, conditions: RawBuilder<unknown>[], limit: number): Promise<PostingRow[]> {
  const { rows } = await sql<Omit<PostingRow, 'place'> & { instant: string }>`
    select ${COLUMNS}, ${STATUS} as status, nullif(concat_ws(' ', u.first_name, u.last_name), '') as "userName",
      m.merchant_code as "merchantCode", m.business_name as "businessName", maker.name as "requestedByName",
      r.requested_at as "requestedAt", r.requested_at::text as instant, checker.name as "decidedByName",
      nullif(p.closed_reason, '') as "decisionReason", r.posted_at as "postedAt", r.settled_at as "settledAt",
      r.settled_reference as "settledReference", d.file_name as "fileName",
      d.media_type as "mediaType", octet_length(d.content) as bytes, encode(d.sha256, 'hex') as sha256
    from posting_requests r
    join approvals p on p.id = r.approval_id
    join documents d on d.id = r.document_id
    join administrators maker on maker.id = r.requested_by
    left join administrators checker on checker.id = p.closed_by
    left join users u on u.id = r.user_id
    left join merchants m on m.id = r.merchant_id
    where ${sql.join(conditions, sql` and `)}
    order by r.requested_at desc, r.id desc limit ${limit}`.execute(db);
  return rows.map(({ instant, ...row }) => ({ ...row, place: { instant, id: row.id } }));
}
