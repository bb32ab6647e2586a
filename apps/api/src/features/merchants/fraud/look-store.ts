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
};

/** SQL for the day of a moment in Nairobi, `2026-11-23`. */
export const dayOf = (moment: string) =>
  sql.raw(`to_char(${moment} at time zone 'Africa/Nairobi', 'YYYY-MM-DD')`);

/**
 * SQL for a common table `evidence (n, ids)`: the ids of the newest events behind each finding.
 * @param events rows with `id` and `at`, under the name `e`
 * @param isBehind SQL condition: event `e` is behind the row `f` of the common table `found`, which is numbered by
 *   `n`
 */
export const evidenceOf = (events: RawBuilder<unknown>, isBehind: RawBuilder<unknown>, most: number) => sql`
  evidence as materialized (
    select n, array_agg(id order by at desc, id desc) as ids
    from (
      select f.n, e.id, max(e.at) as at,
        row_number() over (partition by f.n order by max(e.at) desc, e.id desc) as place
      from found f join ${events} on ${isBehind} group by f.n, e.id
    ) behind
    where place <= ${most} group by n
  )`;

/** SQL for a common table `found`: the newest rows of `judged`, numbered, `most` at most. */
export const newestFindings = (judged: RawBuilder<unknown>, at: string, most: number | null) => sql`
  found as materialized (
    select j.*, row_number() over (order by ${sql.ref(`j.${at}`)} desc) as n from (${judged}) j
    order by ${sql.ref(`j.${at}`)} desc limit ${most}
  )`;

/** A finding about a merchant's redemptions. */
export type FoundAtMerchant = { merchantId: string; at: Date; redemptions: string[] };

export function ofMerchant({
  merchantId,
  at,
  redemptions,
}: FoundAtMerchant): Pick<NewAlert, 'about' | 'at' | 'concerns'> {
  return { about: { merchantId }, at, concerns: { redemptions } };
}
