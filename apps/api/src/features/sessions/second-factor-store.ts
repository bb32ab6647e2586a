import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/db/database.ts';

export type SecondFactor = { secretSealed: Buffer; isOn: boolean; lastStep: bigint };

const factorColumns = sql`
  secret_sealed as "secretSealed", enabled_at is not null as "isOn", last_step as "lastStep"`;

export async function readSecondFactor(db: Db, subjectId: string): Promise<SecondFactor | undefined> {
  const { rows } = await sql<SecondFactor>`
    select ${factorColumns} from second_factors where subject_id = ${subjectId}`.execute(db);
  return rows[0];
}

export async function lockSecondFactor(
  tx: Transaction,
  subjectId: string,
): Promise<SecondFactor | undefined> {
  const { rows } = await sql<SecondFactor>`
    select ${factorColumns} from second_factors where subject_id = ${subjectId} for update`.execute(tx);
  return rows[0];
}

/** Keeps a secret that is not in use yet, in place of the one before. @returns false when one is in use */
export async function putSecret(db: Db, subjectId: string, secretSealed: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into second_factors as f (subject_id, secret_sealed) values (${subjectId}, ${secretSealed})
    on conflict (subject_id) do update set secret_sealed = excluded.secret_sealed where f.enabled_at is null
    returning subject_id`.execute(db);
  return rows.length === 1;
}

export async function switchOn(tx: Transaction, subjectId: string, step: bigint): Promise<void> {
  await sql`
    update second_factors set enabled_at = now(), last_step = ${step} where subject_id = ${subjectId}`.execute(
    tx,
  );
}

/** Takes the code of a step, once. @returns false when this step or a later one was taken already */
export async function takeStep(db: Db, subjectId: string, step: bigint): Promise<boolean> {
  const { rows } = await sql`
    update second_factors set last_step = ${step}
    where subject_id = ${subjectId} and enabled_at is not null and last_step < ${step}
    returning subject_id`.execute(db);
  return rows.length === 1;
}

export async function replaceRecoveryCodes(
  tx: Transaction,
  subjectId: string,
  codeHashes: Buffer[],
): Promise<void> {
  await sql`delete from recovery_codes where subject_id = ${subjectId}`.execute(tx);
  await sql`
    insert into recovery_codes (subject_id, code_hash)
    select ${subjectId}::uuid, hash from unnest(${codeHashes}::bytea[]) as hash`.execute(tx);
}

/** Uses a recovery code up. @returns how many are left, or undefined when it was none */
export async function takeRecoveryCode(
  tx: Transaction,
  subjectId: string,
  codeHash: Buffer,
): Promise<number | undefined> {
  const { rows } = await sql<{ left: number }>`
    with used as (
      delete from recovery_codes where subject_id = ${subjectId} and code_hash = ${codeHash} returning 1
    )
    select (count(*) - 1)::int as left from recovery_codes
    where subject_id = ${subjectId} and exists (select from used)
    having count(*) > 0`.execute(tx);
  return rows[0]?.left;
}

/** Switches off, and forgets the secret and the recovery codes. */
export async function deleteSecondFactor(tx: Transaction, subjectId: string): Promise<void> {
  await sql`delete from second_factors where subject_id = ${subjectId}`.execute(tx);
}
