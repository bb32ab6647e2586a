import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export type StoredVersion = {
  id: string;
  /** Null: back to what we began with. */
  value: unknown;
  effectiveFrom: Date;
  reason: string;
  changedAt: Date;
  changedBy: string;
  isWithdrawn: boolean;
  /** Its time has come, by the database's clock. */
  isDue: boolean;
};

const NEWEST = 100;

/** What is in force now; undefined while this setting was never changed. */
export async function readValueInForce(db: Db, name: string): Promise<{ value: unknown } | undefined> {
  const { rows } = await sql<{ value: unknown }>`
    select value from setting_versions
    where name = ${name} and effective_from <= moment() and withdrawn_at is null
    order by effective_from desc, changed_at desc, id desc limit 1`.execute(db);
  return rows[0];
}

/** The same for all settings whose names begin alike. */
export async function readValuesInForce(
  db: Db,
  prefix: string,
): Promise<{ name: string; value: unknown; changedAt: Date; changedBy: string }[]> {
  const { rows } = await sql<{ name: string; value: unknown; changedAt: Date; changedBy: string }>`
    select distinct on (v.name) v.name, v.value, v.changed_at as "changedAt", a.name as "changedBy"
    from setting_versions v join administrators a on a.id = v.changed_by
    where starts_with(v.name, ${prefix}) and v.effective_from <= moment() and v.withdrawn_at is null
    order by v.name, v.effective_from desc, v.changed_at desc, v.id desc`.execute(db);
  return rows;
}

/** All that are to come, and the newest of the others; in the order in which they come into force, last first. */
export async function readVersions(db: Db, name: string): Promise<StoredVersion[]> {
  const { rows } = await sql<StoredVersion>`
    select v.id, v.value, v.effective_from as "effectiveFrom", v.reason, v.changed_at as "changedAt",
      a.name as "changedBy", v.withdrawn_at is not null as "isWithdrawn", v.effective_from <= moment() as "isDue"
    from setting_versions v join administrators a on a.id = v.changed_by
    where v.name = ${name}
    order by v.effective_from desc, v.changed_at desc, v.id desc limit ${NEWEST}`.execute(db);
  return rows;
}

/** Two who change one setting come one after the other. */
export async function lockSetting(tx: Transaction, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`setting ${name}`}, 0))`.execute(tx);
}

export async function insertVersion(
  tx: Transaction,
  version: {
    id: string;
    name: string;
    value: unknown;
    /** At once when absent. */
    effectiveFrom: Date | undefined;
    reason: string;
    changedBy: string;
    /** Of the action that writes it; the database keeps it where two administrators have approved it. */
    approvalId?: string | undefined;
  },
): Promise<void> {
  const { id, name, value, effectiveFrom, reason, changedBy, approvalId } = version;
  const json = value === null ? null : JSON.stringify(value);
  await sql`
    select add_setting_version(
      ${id}, ${name}, ${json}::jsonb, ${effectiveFrom ?? null}::timestamptz, ${reason}, ${changedBy}, ${approvalId ?? null}
    )`.execute(tx);
}

/** @returns false when it is in force, or taken back already */
export async function withdrawStoredVersion(
  tx: Transaction,
  id: string,
  administratorId: string,
): Promise<boolean> {
  const { rows } = await sql<{ isWithdrawn: boolean }>`
    select withdraw_setting_version(${id}, ${administratorId}) as "isWithdrawn"`.execute(tx);
  return rows[0]?.isWithdrawn ?? false;
}
