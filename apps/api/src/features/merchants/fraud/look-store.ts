import type { FeesAndLimits } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { NewAlert } from './finding.ts';

/**
 * Input of a fraud rule. A rule judges each event only by earlier events. A preview of a month therefore finds the
 * same as the regular runs.
 */
export type Look = {
  /** Start of the events to judge. Earlier events count only as history. */
  since: Date;
  /** Number of event ids to return for each alert. */
  evidence: number;
  /** Maximum number of alerts; null for all. */
  most: number | null;
  /** The limits in force, also for earlier events. */
  feesAndLimits: Pick<FeesAndLimits, 'limits' | 'approvalFrom'>;
};

/** SQL for the day of a moment in Nairobi, `2026-11-23`. */
export const dayOf = (moment: string) =>
  sql.raw(`to_char(${moment} at time zone 'Africa/Nairobi', 'YYYY-MM-DD')`);

/** SQL for the month of a moment in Nairobi, `2026-11`. */
export const monthOf = (moment: string) =>
  sql.raw(`to_char(${moment} at time zone 'Africa/Nairobi', 'YYYY-MM')`);

/**
 * SQL for a common table `evidence (n, ids)`: the ids of the newest events behind each finding. A preview needs no
 * events (`most` is 0), and does not search for them.
 * @param events rows with `id` and `at`, under the name `e`
 * @param isBehind SQL condition: event `e` is behind the row `f` of the common table `found`, which is numbered by
 *   `n`
 * @param placeId SQL for the place of event `e`; the column `place_id` is the place of all events behind the finding,
 *   or null if they have several
 */
export const evidenceOf = (
  events: RawBuilder<unknown>,
  isBehind: RawBuilder<unknown>,
  most: number,
  placeId: RawBuilder<unknown> = sql`null::uuid`,
) =>
  most === 0
    ? sql`evidence as (select null::bigint as n, null::uuid[] as ids, null::uuid as place_id where false)`
    : sql`
  evidence as materialized (
    select n, array_agg(id order by at desc, id desc) filter (where rank <= ${most}) as ids,
      case when min(place) = max(place) then min(place)::uuid end as place_id
    from (
      select f.n, e.id, max(e.at) as at, max(${placeId}::text) as place,
        row_number() over (partition by f.n order by max(e.at) desc, e.id desc) as rank
      from found f join ${events} on ${isBehind} group by f.n, e.id
    ) behind
    group by n
  )`;

/** SQL for a common table `found`: the newest rows of `judged`, numbered, `most` at most. */
export const newestFindings = (judged: RawBuilder<unknown>, at: string, most: number | null) => sql`
  found as materialized (
    select j.*, row_number() over (order by ${sql.ref(`j.${at}`)} desc) as n from (${judged}) j
    order by ${sql.ref(`j.${at}`)} desc limit ${most}
  )`;

/**
 * SQL for the rows of all groups that have at least `least` rows within `span`. Adds the column `within`: how many rows
 * of its group precede a row within `span`, with the row itself. A rule then counts different values only for rows that
 * can have enough of them. One sort, and no join with an aggregate: the planner cannot estimate a common table. If it
 * expected one row, it would compute the aggregate again for each row.
 * @param parts.rows name of the common table; it has the moment of each row in the column `at`
 */
export const rowsInBusyGroups = (parts: {
  rows: string;
  by: string[];
  span: RawBuilder<unknown>;
  least: number;
}) => {
  const group = sql.join(parts.by.map((name) => sql.ref(name)));
  return sql`
    select * from (
      select *, max(within) over (partition by ${group}) as most
      from (
        select *, count(*) over (partition by ${group} order by at range ${parts.span} preceding) as within
        from ${sql.table(parts.rows)}
      ) near
    ) ranked
    where most >= ${parts.least}`;
};

/** A finding about a merchant's redemptions. */
export type FoundAtMerchant = { merchantId: string; placeId: string | null; at: Date; redemptions: string[] };

export function ofMerchant({
  merchantId,
  placeId,
  at,
  redemptions,
}: FoundAtMerchant): Pick<NewAlert, 'about' | 'at' | 'concerns' | 'placeId'> {
  return { about: { merchantId }, placeId, at, concerns: { redemptions } };
}
