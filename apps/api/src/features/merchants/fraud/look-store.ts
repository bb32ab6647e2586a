import { sql, type RawBuilder } from 'kysely';
import type { NewAlert } from './finding.ts';

/**
 * What a rule looks at. A rule judges each event by what had happened until then, so that it finds the same in events
 * of a moment ago and, for a preview, in those of a month.
 */
export type Look = {
  /** Events since then are judged. */
  since: Date;
  /** How many ids of what raised an alert are wanted. */
  evidence: number;
  /** At most so many alerts; null for all. */
  most: number | null;
};

/** The day of a moment in Nairobi, `2026-11-23`. */
export const dayOf = (moment: string) =>
  sql.raw(`to_char(${moment} at time zone 'Africa/Nairobi', 'YYYY-MM-DD')`);

/**
 * The newest ids of the events behind what was found, as common table `evidence (n, ids)`.
 * @param events rows with `id` and `at`, by the name `e`
 * @param isBehind whether event `e` is behind row `f` of the common table `found`, whose rows are numbered `n`
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

/** The first so many of `judged`, newest first, numbered. */
export const foundAmong = (judged: RawBuilder<unknown>, at: string, most: number | null) => sql`
  found as materialized (
    select j.*, row_number() over (order by ${sql.ref(`j.${at}`)} desc) as n from (${judged}) j
    order by ${sql.ref(`j.${at}`)} desc limit ${most}
  )`;

/** What every rule about redemptions finds. */
export type FoundAtMerchant = { merchantId: string; at: Date; redemptions: string[] };

export function ofMerchant({
  merchantId,
  at,
  redemptions,
}: FoundAtMerchant): Pick<NewAlert, 'about' | 'at' | 'concerns'> {
  return { about: { merchantId }, at, concerns: { redemptions } };
}
