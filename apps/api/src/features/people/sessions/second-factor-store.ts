import { sql } from 'kysely';
import { currentCaller } from '../../../platform/caller.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';

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
    select ${factorColumns} from lock_second_factor(${subjectId})`.execute(tx);
  return rows[0];
}

/**
 * Stores the secret of a second factor that is not switched on yet; replaces an earlier secret.
 * @returns false when the second factor is on
 */
export async function putSecret(db: Db, subjectId: string, secretSealed: Buffer): Promise<boolean> {
  const { rows } = await sql<{ isKept: boolean }>`
    select start_second_factor(${subjectId}, ${secretSealed}) as "isKept"`.execute(db);
  return rows[0]?.isKept === true;
}

/**
 * Switches the second factor on. Writes an audit entry for administrators, so call it last in a transaction.
 */
export async function switchOn(
  tx: Transaction,
  subjectId: string,
  { step, codeHashes }: { step: bigint; codeHashes: Buffer[] },
): Promise<void> {
  const { address, requestId } = currentCaller();
  await sql`
    select switch_on_second_factor(${subjectId}, ${step}, ${codeHashes}, ${address}, ${requestId})`.execute(
    tx,
  );
}

/**
 * Marks the 30-second step of a code as used.
 * @returns false when this step or a later one was used before
 */
export async function acceptStep(db: Db, subjectId: string, step: bigint): Promise<boolean> {
  const { rows } = await sql<{ isAccepted: boolean }>`
    select accept_second_factor_step(${subjectId}, ${step}) as "isAccepted"`.execute(db);
  return rows[0]?.isAccepted === true;
}

/** Replaces the recovery codes. Writes an audit entry for administrators, so call it last in a transaction. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  subjectId: string,
  codeHashes: Buffer[],
): Promise<void> {
  const { address, requestId } = currentCaller();
  await sql`
    select renew_recovery_codes(${subjectId}, ${codeHashes}, ${address}, ${requestId})`.execute(tx);
}

/**
 * Marks a recovery code as used.
 * @returns how many codes are left; undefined for a wrong code
 */
export async function useRecoveryCode(
  tx: Transaction,
  subjectId: string,
  codeHash: Buffer,
): Promise<number | undefined> {
  const { rows } = await sql<{ left: number | null }>`
    select use_recovery_code(${subjectId}, ${codeHash}) as left`.execute(tx);
  return rows[0]?.left ?? undefined;
}

/**
 * Switches the second factor off; deletes secret and recovery codes. Writes an audit entry for
 * administrators, so call it last in a transaction.
 */
export async function deleteSecondFactor(tx: Transaction, subjectId: string): Promise<void> {
  const { address, requestId } = currentCaller();
  await sql`select remove_second_factor(${subjectId}, ${address}, ${requestId})`.execute(tx);
}
