import { RETENTION } from '../../../platform/retention.ts';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export type CodePurpose =
  | 'phone'
  | 'password-reset'
  | 'withdrawal'
  | 'contact-email'
  | 'claim'
  | 'wallet-payment'
  | 'wallet-freeze'
  | 'wallet-open';

export type NewCode = {
  id: string;
  purpose: CodePurpose;
  subjectId: string;
  target: string;
  codeHash: Buffer;
  lifetimeMinutes: number;
};

/** Stores a code; replaces an earlier code for the same purpose and subject. */
export async function putCode(tx: Transaction, code: NewCode): Promise<void> {
  await sql`
    insert into one_time_codes (purpose, subject_id, id, target, code_hash, expires_at)
    values (
      ${code.purpose}, ${code.subjectId}, ${code.id}, ${code.target}, ${code.codeHash},
      moment() + make_interval(mins => ${code.lifetimeMinutes})
    )
    on conflict (purpose, subject_id) do update set
      id = excluded.id, target = excluded.target, code_hash = excluded.code_hash, tries = 0,
      expires_at = excluded.expires_at`.execute(tx);
}

/** Extends the current code for the same purpose, subject and target, if tries are left. */
export async function extendCode(
  tx: Transaction,
  code: Pick<NewCode, 'purpose' | 'subjectId' | 'target' | 'lifetimeMinutes'> & { triesAtMost: number },
): Promise<{ id: string; codeHash: Buffer } | undefined> {
  const { rows } = await sql<{ id: string; codeHash: Buffer }>`
    update one_time_codes set expires_at = moment() + make_interval(mins => ${code.lifetimeMinutes})
    where purpose = ${code.purpose} and subject_id = ${code.subjectId} and target = ${code.target}
      and expires_at > moment() and tries < ${code.triesAtMost}
    returning id, code_hash as "codeHash"`.execute(tx);
  return rows[0];
}

/**
 * Counts a try of the current code before the caller compares it.
 * @returns undefined when no tries are left
 */
export async function countTry(
  db: Db,
  code: { purpose: CodePurpose; subjectId: string; triesAtMost: number },
): Promise<{ id: string; target: string; codeHash: Buffer } | undefined> {
  const { rows } = await sql<{ id: string; target: string; codeHash: Buffer }>`
    update one_time_codes set tries = tries + 1
    where purpose = ${code.purpose} and subject_id = ${code.subjectId} and expires_at > moment()
      and tries < ${code.triesAtMost}
    returning id, target, code_hash as "codeHash"`.execute(db);
  return rows[0];
}

/** Uncounts the try of a right code, so that the user can send it again after a refusal for another reason. */
export async function giveTryBack(db: Db, codeId: string): Promise<void> {
  await sql`update one_time_codes set tries = greatest(tries - 1, 0) where id = ${codeId}`.execute(db);
}

/** @returns false if the code was used or replaced since it was read */
export async function deleteCode(tx: Transaction, codeId: string): Promise<boolean> {
  const { rows } = await sql`delete from one_time_codes where id = ${codeId} returning id`.execute(tx);
  return rows.length === 1;
}

export async function deleteCodeOf(
  tx: Transaction,
  { purpose, subjectId }: Pick<NewCode, 'purpose' | 'subjectId'>,
): Promise<void> {
  await sql`delete from one_time_codes where purpose = ${purpose} and subject_id = ${subjectId}`.execute(tx);
}

/** Deletes the codes that were sent to a former address of the account. */
export async function deleteCodesSentTo(tx: Transaction, subjectId: string, target: string): Promise<void> {
  await sql`delete from one_time_codes where subject_id = ${subjectId} and target = ${target}`.execute(tx);
}

export async function deleteOldCodes(db: Db): Promise<void> {
  await sql`delete from one_time_codes where expires_at < moment() - ${RETENTION.one_time_codes.after}::interval`.execute(
    db,
  );
}
