import type { ConsumerLetterAbout, LetterAbout, MemberRole, SupportRequest } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export type RequestRecord = {
  id: string;
  merchantId: string | null;
  merchantCode: string | null;
  businessName: string | null;
  userId: string | null;
  writerName: string;
  writerEmail: string | null;
  writerRole: MemberRole | null;
  subject: string;
  message: string;
  reference: string | null;
  status: SupportRequest['status'];
  sentAt: Date;
  assignedTo: string | null;
  assignedName: string | null;
  answeredAt: Date | null;
  answeredBy: string | null;
  answer: string | null;
  batchId: string | null;
  transactionId: string | null;
  redemptionId: string | null;
  paymentId: string | null;
  voucherId: string | null;
  place: Place;
};

const STATUS = sql`case when r.answered_at is not null then 'ANSWERED'
  when r.handed_over_at is not null then 'WAITING' else 'OPEN' end`;

const records = sql`
  select r.id, r.merchant_id as "merchantId", m.merchant_code as "merchantCode", m.business_name as "businessName",
    r.user_id as "userId", coalesce(r.writer_name, u.first_name || ' ' || u.last_name) as "writerName",
    r.writer_email as "writerEmail", ms.role as "writerRole", r.subject, r.message, r.reference,
    ${STATUS} as status, r.sent_at as "sentAt", r.assigned_to as "assignedTo", assignee.name as "assignedName",
    r.answered_at as "answeredAt", a.name as "answeredBy", r.answer, r.batch_id as "batchId",
    r.transaction_id as "transactionId", r.redemption_id as "redemptionId", r.payment_id as "paymentId",
    r.voucher_id as "voucherId", json_build_object('instant', r.sent_at::text, 'id', r.id) as place
  from support_requests r
  left join merchants m on m.id = r.merchant_id
  left join merchant_staff ms on ms.id = r.staff_id
  left join users u on u.id = r.user_id
  left join administrators a on a.id = r.answered_by
  left join administrators assignee on assignee.id = r.assigned_to`;

type NewRequest = {
  id: string;
  writer: { merchantId: string; staffId: string; name: string; email: string } | { userId: string };
  subject: string;
  message: string;
  reference?: string | undefined;
  about: LetterAbout | ConsumerLetterAbout | undefined;
};

export async function insertRequest(
  tx: Transaction,
  { id, writer, subject, message, reference, about }: NewRequest,
): Promise<void> {
  const member = 'merchantId' in writer ? writer : undefined;
  await sql`
    insert into support_requests (
      id, merchant_id, staff_id, writer_name, writer_email, user_id, subject, message, reference,
      batch_id, transaction_id, redemption_id, payment_id, voucher_id
    ) values (
      ${id}, ${member?.merchantId ?? null}, ${member?.staffId ?? null}, ${member?.name ?? null},
      ${member?.email ?? null}, ${'userId' in writer ? writer.userId : null}, ${subject}, ${message},
      ${reference ?? null}, ${about && 'batchId' in about ? about.batchId : null},
      ${about?.kind === 'entry' ? about.transactionId : null},
      ${about?.kind === 'redemption' ? about.redemptionId : null},
      ${about?.kind === 'payment' ? about.paymentId : null}, ${about?.kind === 'gift' ? about.voucherId : null}
    )`.execute(tx);
}

type Filter = {
  status?: SupportRequest['status'] | undefined;
  from?: 'merchants' | 'consumers' | undefined;
  assignedTo?: string | undefined;
  id?: string | undefined;
  merchantId?: string | undefined;
  staffId?: string | undefined;
  userId?: string | undefined;
  batchId?: string | undefined;
  redemptionId?: string | undefined;
  paymentId?: string | undefined;
  voucherId?: string | undefined;
};

/** Lists support requests, newest first. */
export async function listRequestRecords(
  db: Db,
  { after, limit, ...filter }: Filter & { after: Place | undefined; limit: number },
): Promise<RequestRecord[]> {
  const { rows } = await sql<RequestRecord>`
    ${records}
    where ${sql.join([sql`true`, ...conditionsOf(filter)], sql` and `)}
      and (
        ${after?.id ?? null}::uuid is null
        or (r.sent_at, r.id) < (${after?.instant ?? null}::timestamptz, ${after?.id ?? null}::uuid)
      )
    order by r.sent_at desc, r.id desc
    limit ${limit}`.execute(db);
  return rows;
}

function conditionsOf({ status, from, ...equal }: Filter): RawBuilder<unknown>[] {
  const columns = {
    assignedTo: sql`r.assigned_to`,
    id: sql`r.id`,
    merchantId: sql`r.merchant_id`,
    staffId: sql`r.staff_id`,
    userId: sql`r.user_id`,
    batchId: sql`r.batch_id`,
    redemptionId: sql`r.redemption_id`,
    paymentId: sql`r.payment_id`,
    voucherId: sql`r.voucher_id`,
  } satisfies Record<keyof typeof equal, RawBuilder<unknown>>;
  const given = Object.entries(equal).flatMap(([name, value]) =>
    value === undefined ? [] : [sql`${columns[name as keyof typeof equal]} = ${value}`],
  );
  if (from !== undefined) given.push(sql`(r.user_id is not null) = ${from === 'consumers'}`);
  if (status !== undefined) given.push(sql`${STATUS} = ${status}`);
  return given;
}

export async function readRequestRecord(db: Db, id: string): Promise<RequestRecord | undefined> {
  const { rows } = await sql<RequestRecord>`${records} where r.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Marks a support request as answered.
 * @returns false if it is already answered, or does not exist
 */
export async function markAnswered(
  tx: Transaction,
  request: { id: string; administratorId: string; answer: string | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    update support_requests set answered_at = moment(), answered_by = ${request.administratorId},
      answer = ${request.answer ?? null}
    where id = ${request.id} and answered_at is null returning id`.execute(tx);
  return rows.length === 1;
}

/** Assigns an unanswered letter. @returns false if it is assigned like that already, answered or unknown */
export async function setAssigned(
  tx: Transaction,
  { id, administratorId }: { id: string; administratorId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update support_requests set assigned_to = ${administratorId}
    where id = ${id} and answered_at is null and assigned_to is distinct from ${administratorId}::uuid
    returning 1`.execute(tx);
  return rows.length === 1;
}

/** Hands an unanswered letter to finance, or back to support, and ends its assignment. */
export async function setDesk(tx: Transaction, id: string, to: 'finance' | 'support'): Promise<boolean> {
  const { rows } = await sql`
    update support_requests set assigned_to = null,
      handed_over_at = ${to === 'finance' ? sql`moment()` : null}
    where id = ${id} and answered_at is null returning 1`.execute(tx);
  return rows.length === 1;
}

/** Whether a consumer bought a voucher, or it was sent to one of the consumer's verified contacts. */
export async function isOwnGift(
  db: Db,
  voucherId: string,
  { userId, msisdn, email }: { userId: string; msisdn: string | null; email: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select from vouchers v where v.id = ${voucherId}
      and (v.buyer_id = ${userId} or v.recipient_msisdn = ${msisdn} or v.recipient_email = ${email})`.execute(
    db,
  );
  return rows.length > 0;
}
