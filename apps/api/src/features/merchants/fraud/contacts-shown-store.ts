import type { FraudRules } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';
import { concerns, type NewAlert } from './finding.ts';
import { dayOf, evidenceOf, newestFindings, rowsInBusyGroups, type Look } from './look-store.ts';

type Shown = { kind: string; id: string };

/** Lists of an alert's evidence by the kinds of subjects in the audit log. An alert has no lists of other kinds. */
const LISTS = new Map<string, keyof NewAlert['concerns']>([
  ['user', 'users'],
  ['purchase', 'purchases'],
  ['claim', 'claims'],
  ['redemption', 'redemptions'],
  ['refund', 'refunds'],
  ['withdrawal', 'withdrawals'],
]);

/**
 * Finds administrators who showed the masked contacts of many records; one finding per administrator and day. Reads the
 * audit entries of `office/contacts`.
 */
export async function findManyContactsShown(
  tx: Transaction,
  { since, evidence, most }: Look,
  rule: FraudRules['manyContactsShown'],
): Promise<NewAlert[]> {
  const span = sql`make_interval(hours => ${rule.withinHours})`;
  const { rows } = await sql<{
    administratorId: string;
    day: string;
    at: Date;
    records: number;
    shown: Shown[];
  }>`
    with shown as materialized (
      select actor_id, subject_kind as kind, subject_id::uuid as id, at from audit_log
      where action = 'contact.shown' and actor_id is not null and at > ${since}::timestamptz - ${span}
    ), busy as materialized (
      ${rowsInBusyGroups({ rows: 'shown', by: ['actor_id'], span, least: rule.records })}
    ), administrators as materialized (
      select actor_id, array_agg(id) as ids, array_agg(at) as moments, array_agg(within) as withins
      from busy group by 1
    ), counted as materialized (
      select a.actor_id, s.at, ${dayOf('s.at')} as day, count(distinct e.id)::int as records
      from administrators a
      cross join unnest(a.moments, a.withins) as s (at, within)
      cross join unnest(a.ids, a.moments) as e (id, at)
      where s.within >= ${rule.records} and s.at > ${since} and e.at > s.at - ${span} and e.at <= s.at
      group by 1, 2
    ), ${newestFindings(
      sql`
        select distinct on (actor_id, day) * from counted where records >= ${rule.records}
        order by actor_id, day, records desc, at`,
      'at',
      most,
    )}, ${evidenceOf(
      sql`shown e`,
      sql`e.actor_id = f.actor_id and e.at > f.at - ${span} and e.at <= f.at`,
      evidence,
    )}
    select f.actor_id as "administratorId", f.day, f.at, f.records, coalesce((
        select jsonb_agg(distinct jsonb_build_object('kind', s.kind, 'id', s.id)) from shown s where s.id = any(e.ids)
      ), '[]') as shown
    from found f left join evidence e on e.n = f.n order by f.n`.execute(tx);
  return rows.map(({ administratorId, day, at, records, shown }) => ({
    about: { administratorId },
    rule: 'many_contacts_shown',
    severity: 'High',
    subject: `${administratorId} ${day}`,
    at,
    details: { records, hours: rule.withinHours },
    concerns: concernsOf(shown),
  }));
}

function concernsOf(shown: Shown[]): NewAlert['concerns'] {
  const lists = concerns.parse({});
  for (const { kind, id } of shown) {
    const list = LISTS.get(kind);
    if (list) lists[list].push(id);
  }
  return lists;
}
