import type { LetterAbout, MemberRole, SupportRequest } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export type RequestRecord = {
  id: string;
  merchantId: string;
  merchantCode: string;
  businessName: string;
  writerName: string;
  writerEmail: string;
  writerRole: MemberRole;
  subject: string;
  message: string;
  reference: string | null;
  sentAt: Date;
  answeredAt: Date | null;
  answeredBy: string | null;
  answer: string | null;
  batchId: string | null;
  transactionId: string | null;
  redemptionId: string | null;
  place: Place;
};

const records = sql`
  select r.id, r.merchant_id as "merchantId", m.merchant_code as "merchantCode", m.business_name as "businessName",
    r.writer_name as "writerName", r.writer_email as "writerEmail", ms.role as "writerRole", r.subject,
    r.message, r.reference, r.sent_at as "sentAt", r.answered_at as "answeredAt", a.name as "answeredBy",
    r.answer, r.batch_id as "batchId", r.transaction_id as "transactionId", r.redemption_id as "redemptionId",
    json_build_object('instant', r.sent_at::text, 'id', r.id) as place
  from support_requests r
  join merchants m on m.id = r.merchant_id
  join merchant_staff ms on ms.id = r.staff_id
  left join administrators a on a.id = r.answered_by`;

export async function insertRequest(
  tx: Transaction,
  request: {
    id: string;
    merchantId: string;
    staffId: string;
    writerName: string;
    writerEmail: string;
    subject: string;
    message: string;
    reference: string | null;
    about: LetterAbout | undefined;
  },
): Promise<void> {
  const { about } = request;
  await sql`
    insert into support_requests (
      id, merchant_id, staff_id, writer_name, writer_email, subject, message, reference,
      batch_id, transaction_id, redemption_id
    ) values (
      ${request.id}, ${request.merchantId}, ${request.staffId}, ${request.writerName}, ${request.writerEmail},
      ${request.subject}, ${request.message}, ${request.reference},
      ${about && 'batchId' in about ? about.batchId : null}, ${about?.kind === 'entry' ? about.transactionId : null},
      ${about?.kind === 'redemption' ? about.redemptionId : null}
    )`.execute(tx);
}

/** Lists a merchant's support requests, newest first. */
export async function listOwnRecords(
  db: Db,
  filter: {
    merchantId: string;
    /** Restricts the list to one writer. */
    staffId?: string | undefined;
    batchId?: string | undefined;
    redemptionId?: string | undefined;
    after: Place | undefined;
    limit: number;
  },
): Promise<RequestRecord[]> {
  const { merchantId, staffId = null, batchId = null, redemptionId = null, after, limit } = filter;
  const { rows } = await sql<RequestRecord>`
    ${records}
    where r.merchant_id = ${merchantId} and (${staffId}::uuid is null or r.staff_id = ${staffId}::uuid)
      and (${batchId}::text is null or r.batch_id = ${batchId})
      and (${redemptionId}::uuid is null or r.redemption_id = ${redemptionId}::uuid)
      and (
        ${after?.id ?? null}::uuid is null
        or (r.sent_at, r.id) < (${after?.instant ?? null}::timestamptz, ${after?.id ?? null}::uuid)
      )
    order by r.sent_at desc, r.id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** Lists support requests, newest first. */
export async function listRequestRecords(
  db: Db,
  filter: {
    status?: SupportRequest['status'] | undefined;
    id?: string | undefined;
    after: Place | undefined;
    limit: number;
  },
): Promise<RequestRecord[]> {
  const { status = null, id = null, after, limit } = filter;
  const { rows } = await sql<RequestRecord>`
    ${records}
    where (${status}::text is null or (${status} = 'OPEN') = (r.answered_at is null))
      and (${id}::uuid is null or r.id = ${id}::uuid)
      and (
        ${after?.id ?? null}::uuid is null
        or (r.sent_at, r.id) < (${after?.instant ?? null}::timestamptz, ${after?.id ?? null}::uuid)
      )
    order by r.sent_at desc, r.id desc
    limit ${limit}`.execute(db);
  return rows;
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
