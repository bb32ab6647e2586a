import type { ApprovalKind } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { isOpenDifference } from '../reconciliation/index.ts';
import { HOLDING } from '../../services/reviews/index.ts';
import { needsPerson } from '../../merchants/settlements/index.ts';

/** Waiting cases: their number and money, and the time, description and page of the oldest case. */
export type Waiting = {
  count: number;
  oldestAt: Date | null;
  first: string | null;
  cents: bigint | null;
  /** Address in the admin area; null if a case has no page of its own. */
  firstPath: string | null;
};

const NONE: Waiting = { count: 0, oldestAt: null, first: null, cents: null, firstPath: null };

/**
 * Counts waiting rows and describes the oldest one.
 * @param rows query with the columns `at`, `id`, `words`, `cents` and `path`; needs an index that contains only waiting
 *   rows
 */
async function waitingAmong(db: Db, rows: RawBuilder<unknown>): Promise<Waiting> {
  const found = await sql<Waiting>`
    select count(*)::int as count, min(at) as "oldestAt", (array_agg(words order by at, id))[1] as first,
      sum(cents)::bigint as cents, (array_agg(path order by at, id))[1] as "firstPath"
    from (${rows}) w`.execute(db);
  return found.rows[0] ?? NONE;
}

/**
 * Reads open requests of some kinds that an administrator may decide. Omits the administrator's own requests. Also
 * omits requests by administrators whom this administrator admitted, or who admitted this administrator, directly or
 * through others.
 */
export function readApprovals(
  db: Db,
  { administratorId, kinds }: { administratorId: string; kinds: readonly ApprovalKind[] },
): Promise<Waiting> {
  return waitingAmong(
    db,
    sql`
      with recursive asked as (
        select id, summary, amount_cents, requested_by, requested_at from approvals
        where closed_as is null and expires_at > moment() and kind = any(${kinds}::text[])
      ), line (of, member) as (
        select id, id from administrators
        where id = ${administratorId} or id in (select requested_by from asked)
        union
        select line.of, a.admitted_by from line join administrator_admissions a on a.administrator_id = line.member
      )
      select requested_at as at, id, summary as words, amount_cents as cents, null::text as path from asked
      where not exists (
        select from line
        where (of = requested_by and member = ${administratorId})
          or (of = ${administratorId} and member = requested_by)
      )`,
  );
}

/** Reads open cases with their money in suspense; the description of the oldest case is its kind. */
export function readReviews(db: Db): Promise<Waiting> {
  return waitingAmong(
    db,
    sql`
      select raised_at as at, id, kind as words, null::text as path,
        case when kind = any(${[...HOLDING]}::text[]) and jsonb_typeof(details -> 'received') = 'number'
          then (details ->> 'received')::bigint * 100 end as cents
      from reviews where resolved_at is null`,
  );
}

/**
 * Reads open differences of reconciliation. A difference whose correction waits for a second administrator counts as an
 * approval instead.
 */
export function readDifferences(db: Db): Promise<Waiting> {
  return waitingAmong(
    db,
    sql`
      select r.made_at as at, i.id, coalesce(nullif(i.receipt, ''), i.details) as words,
        abs(i.theirs_cents - i.ours_cents) as cents, null::text as path
      from (select * from reconciliation_items where ${isOpenDifference}) i
      join reconciliation_runs r on r.id = i.run_id`,
  );
}

export function readSettlements(db: Db): Promise<Waiting> {
  return waitingAmong(
    db,
    sql`
      select s.created_at as at, s.id, m.business_name as words, s.amount_cents as cents,
        '/admin/settlements/' || s.batch_id as path
      from (select * from settlements where ${needsPerson}) s join merchants m on m.id = s.merchant_id`,
  );
}

/** Reads merchants that wait for approval. */
export function readApplications(db: Db): Promise<Waiting> {
  return waitingAmong(
    db,
    sql`
      select created_at as at, id, business_name as words, null::bigint as cents,
        '/admin/merchants/' || merchant_code as path
      from merchants where status = 'PENDING'`,
  );
}

/** Reads unanswered letters: those that support has, those that it handed to finance, or all. */
export function readLetters(db: Db, desk?: 'support' | 'finance'): Promise<Waiting> {
  const isHandedOver = desk === undefined ? null : desk === 'finance';
  return waitingAmong(
    db,
    sql`
      select r.sent_at as at, r.id,
        r.subject || ', ' || coalesce(m.business_name, u.first_name || ' ' || u.last_name) as words,
        null::bigint as cents, null::text as path
      from support_requests r left join merchants m on m.id = r.merchant_id left join users u on u.id = r.user_id
      where r.answered_at is null
        and (${isHandedOver}::boolean is null or (r.handed_over_at is not null) = ${isHandedOver})`,
  );
}
