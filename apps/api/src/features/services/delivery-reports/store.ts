import type { MessageFailure, MessageState } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { RETENTION } from '../../../platform/retention.ts';

/** A final result of a sent message. */
export type Report = {
  /** The id that `Outcome` calls `providerId`. */
  providerId: string;
  state: 'delivered' | 'not_delivered';
  failure?: MessageFailure | undefined;
  /** The reason as reported, without names and numbers. */
  reason?: string | undefined;
};

/**
 * Outcome of a report: `repeated` if it changed nothing, `early` if no message with its id is committed as sent. The
 * id may then be a stranger's.
 */
export type Stored = { outcome: 'repeated' | 'early' } | { outcome: 'stored'; dedupeKey: string | null };

/**
 * Stores reports in one SQL statement. A delivered message stays delivered, in whatever order reports come.
 * @returns one result per report, in order
 */
export async function storeReports(db: Db, reports: Report[]): Promise<Stored[]> {
  // Of several reports about one message, that of the delivery counts. The fixed order prevents deadlocks.
  const byId = Map.groupBy(reports, ({ providerId }) => providerId);
  const given = [...byId.values()]
    .map((all) => all.find(({ state }) => state === 'delivered') ?? all[0])
    .filter((one) => one !== undefined)
    .toSorted((one, other) => (one.providerId < other.providerId ? -1 : 1));
  const { rows } = await sql<{ providerId: string; isSent: boolean; dedupeKey: string | null }>`
    with stored as (
      insert into delivery_reports as r (provider_id, state, failure, reason)
      select provider_id, state, failure, reason from unnest(
        ${given.map(({ providerId }) => providerId)}::text[], ${given.map(({ state }) => state)}::text[],
        ${given.map(({ failure }) => failure ?? null)}::text[], ${given.map(({ reason }) => reason ?? null)}::text[]
      ) as given (provider_id, state, failure, reason)
      on conflict (provider_id) do update
        set state = excluded.state, failure = excluded.failure, reason = excluded.reason, reported_at = moment()
        where r.state = 'not_delivered' and excluded.state = 'delivered'
      returning provider_id
    )
    select s.provider_id as "providerId", o.id is not null as "isSent", o.dedupe_key as "dedupeKey"
    from stored s left join outbox o on o.provider_id = s.provider_id`.execute(db);
  const changed = new Map(rows.map((row) => [row.providerId, row]));
  return reports.map(({ providerId }) => {
    const row = changed.get(providerId);
    if (!row) return { outcome: 'repeated' };
    return row.isSent ? { outcome: 'stored', dedupeKey: row.dedupeKey } : { outcome: 'early' };
  });
}

/** State and failure of messages of the outbox `o` with their reports `r`. */
export const messageStateColumns = sql<{ state: MessageState; failure: MessageFailure | null }>`
  case o.state
    when 'pending' then 'being_sent'
    when 'done' then coalesce(r.state, 'sent')
    when 'dead' then 'not_delivered'
    else 'unclear'
  end as state,
  case o.state
    when 'done' then r.failure
    when 'dead' then case
      when o.last_error = 'too late' then 'too_late'
      when o.last_error like '403 %' then 'no_such_number'
      when o.last_error like '406 %' or o.last_error like '409 %' then 'blocked'
      when o.topic = 'email' and o.last_error in ('SMTP 550', 'SMTP 553', 'not an address') then 'no_such_address'
      when o.topic = 'email' and o.last_error = 'SMTP 552' then 'mailbox_full'
      when o.topic = 'email' and o.last_error like 'SMTP 5%' then 'mail_refused'
      else 'other'
    end
  end as failure`;

/** A message of the outbox with its reported state. */
export type KnownMessage = {
  topic: 'sms' | 'email';
  dedupeKey: string;
  state: MessageState;
  failure: MessageFailure | null;
  at: Date;
};

/** Lists messages by their dedupe keys, oldest first. A message is listed as long as the outbox keeps it. */
export async function readMessageStates(db: Db, dedupeKeys: string[]): Promise<KnownMessage[]> {
  if (dedupeKeys.length === 0) return [];
  const { rows } = await sql<KnownMessage>`
    select o.topic, o.dedupe_key as "dedupeKey", ${messageStateColumns},
      coalesce(r.reported_at, o.finished_at, o.created_at) as at
    from outbox o left join delivery_reports r on r.provider_id = o.provider_id
    where o.topic in ('sms', 'email') and o.dedupe_key = any(${dedupeKeys}::text[])
    order by o.created_at, o.id`.execute(db);
  return rows;
}

/** Deletes reports whose messages the outbox no longer has. Called by a daily job. */
export async function deleteOldReports(db: Db): Promise<void> {
  await sql`
    delete from delivery_reports r
    where r.reported_at < moment() - ${RETENTION.delivery_reports.after}::interval
      and not exists (select from outbox o where o.provider_id = r.provider_id)`.execute(db);
}

/** How many SMS the gateway took in a time, and whether it reported the result of any of them. */
export type SmsReportSigns = { sent: number; isAnyReported: boolean };

/** Reads the SMS that the gateway took between a day and an hour ago: time enough for a first report. */
export async function readSmsReportSigns(db: Db): Promise<SmsReportSigns> {
  const { rows } = await sql<SmsReportSigns>`
    select count(*)::int as sent, coalesce(bool_or(r.provider_id is not null), false) as "isAnyReported"
    from outbox o left join delivery_reports r on r.provider_id = o.provider_id
    where o.state = 'done' and o.topic = 'sms' and o.provider_id is not null
      and o.finished_at between moment() - interval '1 day' and moment() - interval '1 hour'`.execute(db);
  return rows[0] ?? { sent: 0, isAnyReported: false };
}
