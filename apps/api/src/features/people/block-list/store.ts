import type { ApprovalStatus, BlockFilters, BlockKind, BlockStatus } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import { lockedInOrder } from '../../../platform/db/any-of.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export type Blocked = { id: string; kind: BlockKind; value: string };

export type NewEntry = Blocked & {
  reason: string;
  endsAt: Date | null;
  requestedBy: string;
  approvalId: string;
};

export type EntryRow = Blocked & {
  reason: string;
  status: BlockStatus;
  requestedAt: Date;
  endsAt: Date | null;
  hits: bigint;
  lastHitAt: Date | null;
  isRemovalWaiting: boolean;
  history: {
    approvalId: string;
    kind: string;
    status: ApprovalStatus;
    reason: string;
    requestedBy: string;
    requestedAt: string;
    decidedBy: string | null;
    decidedAt: string | null;
  }[];
  place: Place;
};

const IN_FORCE = sql`
  e.started_at is not null and e.removed_at is null and (e.ends_at is null or e.ends_at > moment())`;

const STATUS = sql<BlockStatus>`
  case when e.removed_at is not null then 'Removed'
    when e.started_at is null then case
      -- The approval closes its request before it starts the entry, in the same transaction.
      when p.closed_as = 'APPROVED' or (p.closed_as is null and p.expires_at > moment()) then 'Waiting'
      else 'Declined' end
    when e.ends_at <= moment() then 'Ended' else 'Active' end`;

/** Reads every entry in force. */
export async function readInForce(db: Db): Promise<Blocked[]> {
  const { rows } = await sql<Blocked>`
    select e.id, e.kind, e.value from block_list_entries e where ${IN_FORCE}`.execute(db);
  return rows;
}

/** Finds the entry in force for a phone number, within a transaction. */
export async function findNumberInForce(tx: Transaction, msisdn: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select e.id from block_list_entries e
    where e.value = ${msisdn} and e.kind = 'number' and ${IN_FORCE} limit 1`.execute(tx);
  return rows[0]?.id;
}

/** Reads the phone number of a consumer, verified or not. */
export async function readNumberOf(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ msisdn: string | null }>`
    select coalesce(phone_msisdn, pending_phone_msisdn) as msisdn from users where id = ${userId}`.execute(
    db,
  );
  return rows[0]?.msisdn ?? undefined;
}

/** Adds one hit for each id, of which several may be equal. */
export async function addHits(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update block_list_entries e set hits = e.hits + hit.times, last_hit_at = moment()
    from ${lockedInOrder('block_list_entries', 'id', ids, 'uuid')} l
      join (select id, count(*) as times from unnest(${ids}::uuid[]) as id group by id) hit using (id)
    where e.id = l.id`.execute(db);
}

/** Whether another entry with this value is in force or waits. Locks the entries with this value. */
export async function isBlockedOtherwise(tx: Transaction, { id, kind, value }: Blocked): Promise<boolean> {
  const { rows } = await sql<{ status: BlockStatus }>`
    select ${STATUS} as status from block_list_entries e join approvals p on p.id = e.approval_id
    where e.value = ${value} and e.kind = ${kind} and e.id <> ${id}
    order by e.id for update of e`.execute(tx);
  return rows.some(({ status }) => status === 'Active' || status === 'Waiting');
}

export async function insertEntry(tx: Transaction, entry: NewEntry): Promise<void> {
  await sql`
    insert into block_list_entries (id, kind, value, reason, ends_at, requested_by, approval_id)
    values (${entry.id}, ${entry.kind}, ${entry.value}, ${entry.reason}, ${entry.endsAt}, ${entry.requestedBy},
      ${entry.approvalId})`.execute(tx);
}

export async function lockEntry(
  tx: Transaction,
  id: string,
): Promise<(Blocked & { status: BlockStatus; reason: string; endsAt: Date | null }) | undefined> {
  const { rows } = await sql<Blocked & { status: BlockStatus; reason: string; endsAt: Date | null }>`
    select e.id, e.kind, e.value, e.reason, e.ends_at as "endsAt", ${STATUS} as status
    from block_list_entries e join approvals p on p.id = e.approval_id
    where e.id = ${id} for update of e`.execute(tx);
  return rows[0];
}

export async function markStarted(tx: Transaction, id: string, approvedBy: string): Promise<void> {
  await sql`
    update block_list_entries set started_at = moment(), approved_by = ${approvedBy} where id = ${id}`.execute(
    tx,
  );
}

export async function markRemoved(tx: Transaction, id: string): Promise<void> {
  await sql`update block_list_entries set removed_at = moment() where id = ${id}`.execute(tx);
}

/**
 * Lists entries, newest first.
 * @param filters.value the exact value, or an IP address, which also finds the networks around it
 */
export async function listRows(
  db: Db,
  {
    status,
    kind,
    value,
    address,
  }: Omit<BlockFilters, 'search'> & { value?: string | undefined; address?: string | undefined },
  { after, limit }: { after: Place | undefined; limit: number },
): Promise<EntryRow[]> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (status) conditions.push(sql`${STATUS} = ${status}`);
  if (kind) conditions.push(sql`e.kind = ${kind}`);
  if (address !== undefined) {
    conditions.push(sql`case when e.kind = 'address' then e.value::inet >>= ${address}::inet else false end`);
  } else if (value !== undefined) conditions.push(sql`e.value = ${value}`);
  if (after)
    conditions.push(sql`(e.requested_at, e.id) < (${after.instant}::timestamptz, ${after.id}::uuid)`);
  const { rows } = await sql<Omit<EntryRow, 'place'> & { instant: string }>`
    select e.id, e.kind, e.value, e.reason, ${STATUS} as status, e.requested_at as "requestedAt",
      e.ends_at as "endsAt", e.hits, e.last_hit_at as "lastHitAt", e.requested_at::text as instant, h.history,
      h."isRemovalWaiting"
    from block_list_entries e
    join approvals p on p.id = e.approval_id
    cross join lateral (
      select
        coalesce(bool_or(a.kind = 'unblock' and a.closed_as is null and a.expires_at > moment()), false)
          as "isRemovalWaiting",
        json_agg(json_build_object(
          'approvalId', a.id, 'kind', a.kind, 'reason', a.reason, 'requestedBy', maker.name,
          'requestedAt', a.requested_at, 'decidedBy', checker.name, 'decidedAt', a.closed_at,
          'status', case when a.closed_as = 'APPROVED' then 'Approved' when a.closed_as = 'REJECTED' then 'Rejected'
            when a.closed_as = 'OUTDATED' then 'Outdated'
            when a.closed_as = 'EXPIRED' or a.expires_at <= moment() then 'Expired' else 'Open' end
        ) order by a.requested_at, a.id) as history
      from approvals a
      join administrators maker on maker.id = a.requested_by
      left join administrators checker on checker.id = a.closed_by
      where a.subject_id = e.id::text and a.subject_kind = 'block'
    ) h
    where ${sql.join(conditions, sql` and `)}
    order by e.requested_at desc, e.id desc limit ${limit}`.execute(db);
  return rows.map(({ instant, ...row }) => ({ ...row, place: { instant, id: row.id } }));
}
