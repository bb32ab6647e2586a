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

/** Every feature with its latest change, if there is one. */
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

/** @returns true when it was the other way before; two who change one switch come one after the other */
export async function turnSwitch(tx: Transaction, name: FeatureName, isOn: boolean): Promise<boolean> {
  const { rows } = await sql`
    with turned as (
      update feature_switches set is_on = ${isOn} where name = ${name} and is_on <> ${isOn} returning name
    ), added as (
      insert into feature_switches (name, is_on) select ${name}, true where ${isOn}
      on conflict (name) do nothing returning name
    )
    select name from turned union all select name from added`.execute(tx);
  return rows.length === 1;
}

export async function insertSwitchChange(
  tx: Transaction,
  change: { id: string; name: FeatureName; isOn: boolean; reason: string; changedBy: string },
): Promise<void> {
  const { id, name, isOn, reason, changedBy } = change;
  await tx
    .insertInto('feature_switch_changes')
    .values({
      id,
      name,
      is_on: isOn,
      reason,
      changed_by: changedBy,
      // Not moment(): a transaction that waited for the lock would be dated before the change it waited for.
      changed_at: sql<Date>`clock_moment()`,
    })
    .execute();
}
