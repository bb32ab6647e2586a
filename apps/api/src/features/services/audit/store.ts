import { idTailOf, type AuditEntry, type AuditFilters } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { isNamed } from '../../../platform/db/name-search.ts';
import { UUID } from '../../../platform/ids.ts';
import { findTargets, type Targets } from '../look-ups/index.ts';

/** Most subjects that one search includes. A common name matches more people; they are found in the list of users. */
const MOST_SUBJECTS = 200;

type NewEntry = {
  actorId: string;
  address: string;
  requestId: string;
  action: string;
  subjectKind: string;
  subjectId: string;
  reason?: string | undefined;
  before?: object;
  after?: object;
};

/** Appends an entry with the administrator's current name, because people leave or change names. */
export async function appendEntry(tx: Transaction, entry: NewEntry): Promise<void> {
  await sql`
    select append_audit(
      ${entry.actorId}::uuid,
      (select name from administrators where id = ${entry.actorId}::uuid),
      ${entry.address}, ${entry.requestId}, ${entry.action}, ${entry.subjectKind}, ${entry.subjectId},
      ${entry.reason ?? ''}, ${JSON.stringify(entry.before ?? {})}::jsonb, ${JSON.stringify(entry.after ?? {})}::jsonb
    )`.execute(tx);
}

export async function appendEntryOfCommand(
  tx: Transaction,
  {
    action,
    subjectKind,
    subjectId,
    after = {},
  }: Pick<NewEntry, 'action' | 'subjectKind' | 'subjectId' | 'after'>,
): Promise<void> {
  await sql`
    select append_audit(null, 'Command', 'this server', 'none', ${action}, ${subjectKind}, ${subjectId}, '', '{}',
      ${JSON.stringify(after)}::jsonb)`.execute(tx);
}

type Row = Omit<AuditEntry, 'seq' | 'at' | 'actorId' | 'subjectName'> & {
  seq: bigint;
  at: Date;
  actorId: string | null;
  subjectName: string | null;
};

/** The subject's current name; null for subjects that were deleted or have no id. */
const subjectName = sql`
  case when subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    case subject_kind
      when 'merchant' then (select merchant_code from merchants where id = subject_id::uuid)
      when 'settlement' then (select batch_id from settlements where id = subject_id::uuid)
      when 'user' then (select first_name || ' ' || last_name from users where id = subject_id::uuid)
      when 'administrator' then (select name from administrators where id = subject_id::uuid)
      when 'fraud-case' then (select 'Case ' || number from fraud_cases where id = subject_id::uuid)
      when 'reconciliation-item' then (
        select nullif(receipt, '') from reconciliation_items where id = subject_id::uuid
      )
    end
  end`;

type Page = { filters: AuditFilters; readerId: string; before: bigint | undefined; limit: number };

/** Reads entries before a position in the chain, newest first. */
export async function readEntries(db: Db, page: Page): Promise<AuditEntry[]> {
  const subjects = page.filters.search ? await findTargets(db, page.filters.search) : undefined;
  const { rows } = await entriesPage(page, subjects).execute(db);
  return rows.map(({ seq, at, actorId, subjectName: name, ...row }) => ({
    ...row,
    seq: Number(seq),
    at: at.toISOString(),
    ...(actorId !== null && { actorId }),
    ...(name !== null && { subjectName: name }),
  }));
}

/**
 * Builds the SQL statement of `readEntries`, whose query plan a test checks.
 * @param subjects subjects that match the search term, in addition to entries whose text matches
 */
export function entriesPage(page: Page, subjects: Targets | undefined): RawBuilder<Row> {
  return sql<Row>`
    select seq, at, actor_id as "actorId", actor_name as "actorName", address, request_id as "requestId", action,
      subject_kind as "subjectKind", subject_id as "subjectId", ${subjectName} as "subjectName", reason, before, after, encode(hash, 'hex') as hash
    from audit_log
    where ${sql.join(conditionsOf(page, subjects), sql` and `)}
    order by seq desc limit ${page.limit}`;
}

function conditionsOf(
  { filters, readerId, before }: Page,
  subjects: Targets | undefined,
): RawBuilder<unknown>[] {
  const { search, actorId, subjectKind, subjectId, from, to } = filters;
  // An administrator may not learn of their own case. The gap in the numbers does not name it.
  const conditions: RawBuilder<unknown>[] = [
    sql`(subject_kind <> 'fraud-case' or subject_id <> all(array(
      select id::text from fraud_cases where administrator_id = ${readerId}
    )))`,
  ];
  if (before !== undefined) conditions.push(sql`seq < ${before}`);
  if (actorId) conditions.push(sql`actor_id = ${actorId}`);
  if (subjectKind) conditions.push(sql`subject_kind = ${subjectKind}`);
  if (subjectId) conditions.push(sql`subject_id = ${subjectId}`);
  if (from) conditions.push(sql`at >= ${beginningOf(from)}`);
  if (to) conditions.push(sql`at < ${beginningOf(to)} + interval '1 day'`);
  if (search) {
    const text = search.trim();
    // A short part of an id occurs in thousands of entries, and the query would read them all. So an id is matched as a
    // whole.
    const id = text.toLowerCase();
    const itself = UUID.test(id) ? sql`subject_id = ${id}` : wordsLike(text);
    const meant = [itself, sql`request_id = ${text}`, ...peopleAndSubjectsMeant(text, subjects)];
    conditions.push(sql`(${sql.join(meant, sql` or `)})`);
  }
  return conditions;
}

/** Same expression as in the index `audit_log_by_words`. */
function wordsLike(text: string): RawBuilder<unknown> {
  const pattern = `%${text.replace(/[\\%_]/gu, String.raw`\$&`)}%`;
  return sql`lower(action || ' ' || actor_name || ' ' || subject_id || ' ' || reason) like lower(${pattern})`;
}

/** Matches the subjects and administrators that the search term means, by any of their names. */
function peopleAndSubjectsMeant(text: string, subjects: Targets | undefined): RawBuilder<unknown>[] {
  const { merchantIds = [], userIds = [], voucherIds = [], transactionIds = [] } = subjects ?? {};
  const byKind: [kinds: string[], ids: readonly string[]][] = [
    [['merchant'], merchantIds],
    [['user'], userIds],
    [['voucher'], voucherIds],
    [['purchase', 'withdrawal', 'refund', 'settlement'], transactionIds],
  ];
  const tail = idTailOf(text);
  return [
    ...(tail === undefined ? [] : [sql`right(subject_id, 12) = ${tail}`]),
    ...byKind
      .filter(([, ids]) => ids.length > 0)
      .map(
        ([kinds, ids]) =>
          sql`(subject_kind = any(${kinds}::text[]) and subject_id = any(${ids.slice(0, MOST_SUBJECTS)}::text[]))`,
      ),
    ...(voucherIds.length === 0
      ? []
      : [
          sql`(subject_kind = 'purchase' and subject_id = any(array(
            select purchase_id::text from vouchers
            where id = any(${voucherIds.slice(0, MOST_SUBJECTS)}::uuid[]) and purchase_id is not null
          )))`,
        ]),
    sql`(subject_kind = 'administrator' and subject_id = any(array(
      select id::text from administrators where ${isNamed(sql`name`, text)} or email = lower(${text})
    )))`,
    sql`actor_id = any(array(select id from administrators where ${isNamed(sql`name`, text)}))`,
    sql`(subject_kind = 'reconciliation-item' and subject_id = any(array(
      select id::text from reconciliation_items where receipt = upper(${text}) and receipt <> '' limit ${MOST_SUBJECTS}
    )))`,
  ];
}

/** Returns the first moment of a day in Nairobi, which has no daylight saving time. */
function beginningOf(day: string): RawBuilder<Date> {
  return sql`(${day}::date::timestamp at time zone 'Africa/Nairobi')`;
}

/** Recomputes the whole hash chain of the audit log. */
export async function readVerification(
  db: Db,
): Promise<{ entries: number; brokenAt: number | undefined; headHash: string }> {
  const { rows } = await sql<{ entries: bigint; brokenAt: bigint | null; headHash: Buffer }>`
    select entries, broken_at as "brokenAt", head_hash as "headHash" from verify_audit()`.execute(db);
  const found = rows[0];
  if (!found) throw new Error('audit_head has no row');
  return {
    entries: Number(found.entries),
    brokenAt: found.brokenAt === null ? undefined : Number(found.brokenAt),
    headHash: found.headHash.toString('hex'),
  };
}

/** Whether an entry still has the hash that was recorded outside of this database. */
export async function hasEntry(db: Db, anchor: { seq: number; hash: string }): Promise<boolean> {
  const { rows } = await sql`
    select from audit_log where seq = ${anchor.seq} and encode(hash, 'hex') = ${anchor.hash}`.execute(db);
  return rows.length === 1;
}

/** Whether an administrator has done this to a subject within the last hour. */
export async function hasActedLately(
  db: Db,
  entry: { administratorId: string; action: string; subjectKind: string; subjectId: string },
): Promise<boolean> {
  const { administratorId, action, subjectKind, subjectId } = entry;
  const { rows } = await sql`
    select from audit_log
    where subject_kind = ${subjectKind} and subject_id = ${subjectId} and actor_id = ${administratorId}
      and action = ${action} and at > moment() - interval '1 hour' limit 1`.execute(db);
  return rows.length > 0;
}
