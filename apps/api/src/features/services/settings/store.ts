import { featureName, type FeatureName } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export type SwitchRow = {
  name: FeatureName;
  isOn: boolean;
  reason: string | null;
  changedAt: Date | null;
  changedBy: string | null;
};

/** Reads every feature with its latest change, if there is one. */
export async function readSwitches(db: Db): Promise<SwitchRow[]> {
  const { rows } = await sql<SwitchRow>`
    select s.name, coalesce(t.is_on, false) as "isOn", c.reason, c.changed_at as "changedAt", a.name as "changedBy"
    from unnest(${featureName.options}::text[]) as s (name)
    left join feature_switches t on t.name = s.name
    left join lateral (
      select reason, changed_at, changed_by from feature_switch_changes
      where name = s.name order by changed_at desc, id desc limit 1
    ) c on true
    left join administrators a on a.id = c.changed_by
    order by s.name desc`.execute(db);
  return rows;
}

/** Whether an administrator has a passkey. */
export async function hasPasskey(db: Db, administratorId: string): Promise<boolean> {
  const { rows } = await sql`
    select from passkeys where subject_id = ${administratorId} and audience = 'admin' limit 1`.execute(db);
  return rows.length === 1;
}

/**
 * Sets a switch and records administrator and reason. Changes of one switch run one at a time.
 * @returns false when the switch already had this value
 */
export async function setFeatureSwitch(
  tx: Transaction,
  change: { id: string; name: FeatureName; isOn: boolean; reason: string; changedBy: string },
): Promise<boolean> {
  const { id, name, isOn, reason, changedBy } = change;
  const { rows } = await sql<{ isChanged: boolean }>`
    select set_feature_switch(${name}, ${isOn}, ${id}, ${reason}, ${changedBy}) as "isChanged"`.execute(tx);
  return rows[0]?.isChanged ?? false;
}
