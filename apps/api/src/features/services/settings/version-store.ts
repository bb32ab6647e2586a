import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export type StoredVersion = {
  id: string;
  /** Null for the default value. */
  value: unknown;
  effectiveFrom: Date;
  reason: string;
  changedAt: Date;
  changedBy: string;
  isWithdrawn: boolean;
  /** Whether the version has taken effect, by the database's clock. */
  isDue: boolean;
};

const NEWEST = 100;

/** Reads the value in force; undefined if this setting was never changed. */
export async function readValueInForce(db: Db, name: string): Promise<{ value: unknown } | undefined> {
  const { rows } = await sql<{ value: unknown }>`
    select value from setting_versions
    where name = ${name} and effective_from <= moment() and withdrawn_at is null
    order by effective_from desc, changed_at desc, id desc limit 1`.execute(db);
  return rows[0];
}

/** Reads the values in force of all settings with this prefix. */
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

/** Reads the newest versions of a setting, including future ones, sorted by effectiveFrom, latest first. */
export async function readVersions(db: Db, name: string): Promise<StoredVersion[]> {
  const { rows } = await sql<StoredVersion>`
    select v.id, v.value, v.effective_from as "effectiveFrom", v.reason, v.changed_at as "changedAt",
      a.name as "changedBy", v.withdrawn_at is not null as "isWithdrawn", v.effective_from <= moment() as "isDue"
    from setting_versions v join administrators a on a.id = v.changed_by
    where v.name = ${name}
    order by v.effective_from desc, v.changed_at desc, v.id desc limit ${NEWEST}`.execute(db);
  return rows;
}

/** Serialises changes of one setting. */
export async function lockSetting(tx: Transaction, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`setting ${name}`}, 0))`.execute(tx);
}

export async function insertVersion(
  tx: Transaction,
  version: {
    id: string;
    name: string;
    value: unknown;
    /** Absent for an immediate change. */
    effectiveFrom: Date | undefined;
    reason: string;
    changedBy: string;
    /** Id of the action that writes the version. It is stored only if two administrators have approved the action. */
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

/**
 * Withdraws a version that is not in force yet.
 * @returns false when the version is in force or already withdrawn
 */
export async function withdrawStoredVersion(
  tx: Transaction,
  id: string,
  administratorId: string,
): Promise<boolean> {
  const { rows } = await sql<{ isWithdrawn: boolean }>`
    select withdraw_setting_version(${id}, ${administratorId}) as "isWithdrawn"`.execute(tx);
  return rows[0]?.isWithdrawn ?? false;
}
