import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

export type UssdTraffic = {
  /** Requests of the silent time, answered or not: any of them shows that the gateway reaches us. */
  requests: number;
  /** Average number of sessions that began in as many minutes, at the same time of the last six days. */
  usual: number;
  /** When the last request came. */
  lastAt: Date | null;
  /** Requests of the last ten minutes that got "please try again", and sessions whose answer the gateway refused. */
  failed: number;
  /** Sessions of the last ten minutes that got a screen. */
  answered: number;
};

/**
 * Reads what the USSD gateway has sent.
 * @param silentMinutes time up to now in which requests are counted
 */
export async function readUssdTraffic(db: Db, silentMinutes: number): Promise<UssdTraffic> {
  const { rows } = await sql<UssdTraffic>`
    select
      (
        (select count(*) from ussd_sessions where answered_at > s.silent_since and created_at > s.silent_since - s.life)
        + (select count(*) from ussd_failures where failed_at > s.silent_since)
      )::int as requests,
      (
        select count(*)::float8 / 6 from generate_series(1, 6) as days (ago)
        join ussd_sessions on created_at > s.silent_since - make_interval(days => ago)
          and created_at <= moment() - make_interval(days => ago)
      ) as usual,
      greatest(
        (select answered_at from ussd_sessions order by created_at desc limit 1),
        (select max(failed_at) from ussd_failures)
      ) as "lastAt",
      (
        (select count(*) from ussd_failures where failed_at > s.recently)
        + (select count(*) from ussd_sessions where created_at > s.recently and ended_as = 'Failed')
      )::int as failed,
      (
        select count(*) from ussd_sessions where created_at > s.recently and ended_as is distinct from 'Failed'
      )::int as answered
    from (
      select moment() - make_interval(mins => ${silentMinutes}) as silent_since,
        moment() - interval '10 minutes' as recently, interval '180 seconds' as life
    ) s`.execute(db);
  const [traffic] = rows;
  if (!traffic) throw new Error('the query returned no row');
  return traffic;
}
