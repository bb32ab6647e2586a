import { sql, type RawBuilder } from 'kysely';
import type { NewAlert } from './finding.ts';

/**
 * Input of a rule. A rule judges each event by the history before it. So a preview of a month finds the same
 * as the regular runs.
 */
export type Look = {
  /** Start of the events to judge. */
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
 * SQL for the newest ids of the events behind each finding, as common table `evidence (n, ids)`.
 * @param events rows with `id` and `at`, under the name `e`
 * @param isBehind whether event `e` is behind row `f` of the common table `found`, whose rows are numbered
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

/** SQL for the newest rows of `judged`, numbered, at most `most` of them. */
export const newestFindings = (judged: RawBuilder<unknown>, at: string, most: number | null) => sql`
  found as materialized (
    select j.*, row_number() over (order by ${sql.ref(`j.${at}`)} desc) as n from (${judged}) j
    order by ${sql.ref(`j.${at}`)} desc limit ${most}
  )`;

/** A finding of any rule about redemptions. */
export type FoundAtMerchant = { merchantId: string; at: Date; redemptions: string[] };

export function ofMerchant({
  merchantId,
  at,
  redemptions,
}: FoundAtMerchant): Pick<NewAlert, 'about' | 'at' | 'concerns'> {
  return { about: { merchantId }, at, concerns: { redemptions } };
}
