import type { ReportPeriod, UssdOutcome } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { RETENTION } from '../../../platform/retention.ts';

/** Sessions that are alike in everything that reports show. */
export type UssdTotal = {
  /** In Nairobi, `yyyy-MM-dd`. */
  day: string;
  networkCode: string;
  outcome: UssdOutcome;
  /** The step at which callers left without a last screen; empty after a last screen. */
  leftAt: string;
  /** Rounded to five seconds. */
  durationSeconds: number;
  sessions: number;
  /** Sessions whose cost the gateway has reported, and the cost of these. */
  costed: number;
  costCents: bigint;
};

const COLUMNS = sql`day, network_code, outcome, left_at, duration_seconds, sessions, costed, cost_cents`;

/** Sums of sessions `s`. Without the gateway's event, a session lasted until its last answer. */
const SUMS = sql`
  select (s.created_at at time zone 'Africa/Nairobi')::date, s.network_code,
    case
      when s.outcome in ('claimed', 'withdrawn', 'bought', 'thanked') then s.outcome
      when s.step = 'refused' then 'refused'
      else coalesce(s.outcome, case when s.is_over then 'refused' else 'abandoned' end)
    end,
    case when s.is_over then '' else s.step end,
    (round(coalesce(s.duration_ms / 1000.0, extract(epoch from s.answered_at - s.created_at)) / 5) * 5)::int,
    count(*)::int, count(s.cost_cents)::int, coalesce(sum(s.cost_cents), 0)::bigint`;

/** Deletes old sessions and adds them to the figures of their day, in one statement. */
export async function sumUpOldSessions(db: Db): Promise<void> {
  await sql`
    with s as (
      delete from ussd_sessions
      where created_at < moment() - ${RETENTION.ussd_sessions.after}::interval
      returning *
    )
    insert into ussd_totals as t (${COLUMNS}) ${SUMS} from s group by 1, 2, 3, 4, 5
    on conflict (day, network_code, outcome, left_at, duration_seconds) do update set
      sessions = t.sessions + excluded.sessions, costed = t.costed + excluded.costed,
      cost_cents = t.cost_cents + excluded.cost_cents`.execute(db);
}

/** Reads the figures of a period, also of sessions that are still stored. Leaves out sessions that still go on. */
export async function readUssdTotals(db: Db, { from, to }: ReportPeriod): Promise<UssdTotal[]> {
  const { rows } = await sql<UssdTotal>`
    select to_char(day, 'YYYY-MM-DD') as day, network_code as "networkCode", outcome, left_at as "leftAt",
      duration_seconds as "durationSeconds", sessions, costed, cost_cents as "costCents"
    from (
      select ${COLUMNS} from ussd_totals where day between ${from}::date and ${to}::date
      union all
      select * from (
        ${SUMS} from ussd_sessions s
        where s.created_at >= ${from}::date::timestamp at time zone 'Africa/Nairobi'
          and s.created_at < (${to}::date + 1)::timestamp at time zone 'Africa/Nairobi'
          and (s.is_over or s.ended_as is not null or s.created_at < moment() - interval '180 seconds')
        group by 1, 2, 3, 4, 5
      ) as kept (${COLUMNS})
    ) as totals
    order by day, network_code`.execute(db);
  return rows;
}
