import type { NoteSubject, TimelineKind, TransactionType } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { messageStateColumns } from '../../services/delivery-reports/index.ts';

export type EventRow = {
  eventId: string;
  kind: TimelineKind;
  at: Date;
  title: string;
  by: string | null;
  text: string | null;
  files: number | null;
  type: TransactionType | null;
  transactionId: string | null;
  supportRequestId: string | null;
  place: Place;
};

type Part = RawBuilder<unknown>;
/** A query for columns id, at, title, by, text, files, type, transaction_id, letter_id. */
type Source = { kind: TimelineKind; rows: Part };
type Subject = NoteSubject & { noticeKeys: readonly string[] };

const NONE = sql`null::int as files, null::text as type, null::uuid as transaction_id, null::uuid as letter_id`;

/** Actions with which an administrator only read personal data. */
const READS = sql`array['user.read', 'contact.shown', 'ussd.sessions-read', 'user.file-downloaded', 'note.file-read']`;
/** Actions that the timeline shows by their own rows. */
const SHOWN_OTHERWISE = sql`array['note.added', 'support-request.answered']`;

/** SQL: a number in the format of a UUID, because a cursor has one. */
const asUuid = (number: Part) => sql`lpad(to_hex(${number}), 32, '0')::uuid`;

/** Lists events of all kinds or one, newest first. Reads at most one page of every source. */
export async function listEvents(
  db: Db,
  { kind, ...subject }: Subject & { kind: TimelineKind | undefined },
  { after, limit }: { after: Place | undefined; limit: number },
): Promise<EventRow[]> {
  const isAfter = after ? sql`(at, id) < (${after.instant}::timestamptz, ${after.id}::uuid)` : sql`true`;
  const sources = sourcesOf(subject).filter((one) => kind === undefined || one.kind === kind);
  if (sources.length === 0) return [];
  const parts = sources.map(
    (one) => sql`(
      select ${one.kind}::text as kind, source.* from (${one.rows}) as source
      where at is not null and ${isAfter} order by at desc, id desc limit ${limit}
    )`,
  );
  const { rows } = await sql<EventRow>`
    select id as "eventId", kind, at, title, by, text, files, type, transaction_id as "transactionId",
      letter_id as "supportRequestId", json_build_object('instant', at::text, 'id', id) as place
    from (${sql.join(parts, sql` union all `)}) as events
    order by at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

function sourcesOf(subject: Subject): Source[] {
  const { subjectKind, subjectId: id } = subject;
  const isPerson = subjectKind === 'user';
  const vouchers = isPerson
    ? sql`select v.id from vouchers v where v.buyer_id = ${id}`
    : sql`select g.voucher_id from purchase_gifts g
        join unique_names n on n.home_id = g.home_id where n.kind = 'purchase' and n.key = ${id}`;
  // Text, as in approvals and audit_log.
  const withVouchers = sql`array(select ${id}::text union all select i.id::text from (${vouchers}) as i (id))`;
  const letters = isPerson
    ? sql`r.user_id = ${id}`
    : sql`r.payment_id = ${id} or r.redemption_id = ${id} or r.voucher_id = ${id} or r.voucher_id in (${vouchers})`;
  return [
    { kind: 'note', rows: notes(subject) },
    ...requests(withVouchers),
    ...lettersOf(letters),
    ...actions(
      isPerson ? sql`subject_kind = 'user' and subject_id = ${id}` : sql`subject_id = any(${withVouchers})`,
    ),
    ...(isPerson ? [...payments(id), ...security(id), messages(subject.noticeKeys)] : []),
  ];
}

function notes({ subjectKind, subjectId }: NoteSubject): Part {
  return sql`
    select n.id, n.written_at as at, 'Note' as title, a.name as by, n.text,
      (select count(*) from note_documents f where f.note_id = n.id)::int as files, null::text as type,
      null::uuid as transaction_id, null::uuid as letter_id
    from notes n join administrators a on a.id = n.written_by
    where n.subject_id = ${subjectId} and n.subject_kind = ${subjectKind}`;
}

function requests(subjectIds: Part): Source[] {
  const asked = sql`
    select p.id, p.requested_at as at, 'Requested: ' || p.summary as title, a.name as by, p.reason as text, ${NONE}
    from approvals p left join administrators a on a.id = p.requested_by where p.subject_id = any(${subjectIds})`;
  const decided = sql`
    select p.id, p.closed_at as at, initcap(p.closed_as) || ': ' || p.summary as title, a.name as by,
      p.closed_reason as text, ${NONE}
    from approvals p left join administrators a on a.id = p.closed_by where p.subject_id = any(${subjectIds})`;
  return [
    { kind: 'request', rows: asked },
    { kind: 'request', rows: decided },
  ];
}

function lettersOf(condition: Part): Source[] {
  const written = sql`
    select r.id, r.sent_at as at, 'Letter: ' || r.subject as title,
      coalesce(r.writer_name, u.first_name || ' ' || u.last_name) as by, r.message as text, null::int as files,
      null::text as type, null::uuid as transaction_id, r.id as letter_id
    from support_requests r left join users u on u.id = r.user_id where ${condition}`;
  const answered = sql`
    select r.id, r.answered_at as at, 'Answer to: ' || r.subject as title, a.name as by, r.answer as text,
      null::int as files, null::text as type, null::uuid as transaction_id, r.id as letter_id
    from support_requests r left join administrators a on a.id = r.answered_by where ${condition}`;
  return [
    { kind: 'letter', rows: written },
    { kind: 'letter', rows: answered },
  ];
}

function actions(condition: Part): Source[] {
  const entries = (isRead: Part) => sql`
    select ${asUuid(sql`seq`)} as id, at, action as title, actor_name as by, reason as text, ${NONE} from audit_log
    where ${condition} and ${isRead} and action <> all(${SHOWN_OTHERWISE}) and action not like 'approval.%'`;
  return [
    { kind: 'read', rows: entries(sql`action = any(${READS})`) },
    { kind: 'action', rows: entries(sql`action <> all(${READS})`) },
  ];
}

function payments(userId: string): Source[] {
  const shillings = sql`to_char(t.amount_cents / 100, 'FM999,999,999')`;
  const rows = (type: TransactionType, words: string, table: Part, at: Part, condition: Part) => sql`
    select t.id, ${at} as at, ${words}::text || ' of KES ' || ${shillings} as title, null::text as by,
      null::text as text, null::int as files, ${type}::text as type, t.id as transaction_id, null::uuid as letter_id
    from ${table} t where ${condition}`;
  return [
    {
      type: 'Deposit' as const,
      words: 'Payment',
      table: sql`purchases`,
      at: sql`t.pending_since`,
      owner: sql`t.buyer_id`,
    },
    {
      type: 'Withdrawal' as const,
      words: 'Withdrawal',
      table: sql`withdrawals`,
      at: sql`t.pending_since`,
      owner: sql`t.user_id`,
    },
    {
      type: 'Claim' as const,
      words: 'Gift added to the wallet',
      table: sql`claims`,
      at: sql`t.claimed_at`,
      owner: sql`t.user_id`,
    },
    {
      type: 'Refund' as const,
      words: 'Refund',
      table: sql`refunds`,
      at: sql`t.created_at`,
      owner: sql`t.buyer_id`,
    },
  ].map(({ type, words, table, at, owner }) => ({
    kind: 'payment',
    rows: rows(type, words, table, at, sql`${owner} = ${userId}`),
  }));
}

function security(userId: string): Source[] {
  const told = (id: Part, at: Part, title: string, text: Part, from: Part) => ({
    kind: 'security' as const,
    rows: sql`select ${id} as id, ${at} as at, ${title}::text as title, null::text as by, ${text} as text, ${NONE} ${from}`,
  });
  const ofUser = sql`from users u where u.id = ${userId}`;
  const ofFreezes = sql`from wallet_freezes f where f.user_id = ${userId}`;
  const nothing = sql`null::text`;
  return [
    told(
      sql`s.id`,
      sql`s.created_at`,
      'Sign-in',
      sql`s.user_agent`,
      sql`from sessions s where s.subject_id = ${userId} and s.audience = 'consumer'`,
    ),
    told(sql`u.id`, sql`u.password_changed_at`, 'Password changed', nothing, ofUser),
    told(sql`u.id`, sql`u.phone_changed_at`, 'Phone number changed', nothing, ofUser),
    told(sql`f.id`, sql`f.frozen_at`, 'Wallet frozen', sql`f.frozen_by`, ofFreezes),
    told(sql`f.id`, sql`f.opened_at`, 'Wallet opened', sql`f.opened_by`, ofFreezes),
  ];
}

function messages(noticeKeys: readonly string[]): Source {
  return {
    kind: 'message',
    rows: sql`
      select m.id, m.at,
        case m.topic when 'sms' then 'SMS' else 'Email' end || ' ' || replace(m.state, '_', ' ') as title,
        null::text as by, replace(split_part(m.dedupe_key, ':', 1), '-', ' ') || coalesce(': ' || m.failure, '') as text,
        ${NONE}
      from (
        select o.id, o.created_at as at, o.topic, o.dedupe_key, ${messageStateColumns}
        from outbox o left join delivery_reports r on r.provider_id = o.provider_id
        where o.topic in ('sms', 'email') and o.dedupe_key = any(${noticeKeys}::text[])
      ) as m`,
  };
}

type MessageCause = {
  type: TransactionType | 'letter';
  transactionId: string;
  attemptIds: string[];
  giftIds: string[];
};

/** Messages are kept for 90 days at most; this is far more than a person's payments of that time. */
const MOST_CAUSES = 200;

/** Lists the payments, gifts and letters of a person that messages may be about, newest first. */
export async function listMessageCauses(db: Db, userId: string): Promise<MessageCause[]> {
  const { rows } = await sql<MessageCause>`
    select * from (
      (select 'Deposit' as type, p.id as "transactionId",
        array(select o.id from orders o where o.home_id = p.home_id and o.kind = 'purchase') as "attemptIds",
        array(select g.voucher_id from purchase_gifts g where g.home_id = p.home_id and g.voucher_id is not null)
          as "giftIds", p.pending_since as at
      from purchases p where p.buyer_id = ${userId} and p.pending_since is not null
      order by p.pending_since desc limit ${MOST_CAUSES})
      union all
      (select 'Withdrawal', w.id, array[w.id], '{}', w.pending_since from withdrawals w
      where w.user_id = ${userId} and w.pending_since is not null order by w.pending_since desc limit ${MOST_CAUSES})
      union all
      (select 'Refund', f.id, array[f.id], '{}', f.created_at from refunds f
      where f.buyer_id = ${userId} order by f.created_at desc limit ${MOST_CAUSES})
      union all
      (select 'letter', r.id, '{}', '{}', r.sent_at from support_requests r
      where r.user_id = ${userId} order by r.sent_at desc limit ${MOST_CAUSES})
    ) as causes order by at desc limit ${MOST_CAUSES}`.execute(db);
  return rows;
}
