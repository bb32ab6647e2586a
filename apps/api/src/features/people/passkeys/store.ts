import { sql } from 'kysely';
import { currentCaller } from '../../../platform/caller.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { SessionAudience } from '../sessions/index.ts';

/** Account that owns passkeys. */
export type PasskeyOwner = { audience: SessionAudience; subjectId: string };

export type PasskeyRecord = PasskeyOwner & {
  id: string;
  credentialId: Buffer;
  publicKey: Buffer;
  transports: string[];
  label: string;
  isBackedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
};

const columns = sql`
  id, audience, subject_id as "subjectId", credential_id as "credentialId", public_key as "publicKey", transports,
  label, is_backed_up as "isBackedUp", created_at as "createdAt", last_used_at as "lastUsedAt"`;

/** Reads the account's passkeys, oldest first. */
export async function readPasskeys(db: Db, { audience, subjectId }: PasskeyOwner): Promise<PasskeyRecord[]> {
  const { rows } = await sql<PasskeyRecord>`
    select ${columns} from passkeys where subject_id = ${subjectId} and audience = ${audience}
    order by created_at, id`.execute(db);
  return rows;
}

export async function findPasskey(db: Db, credentialId: Buffer): Promise<PasskeyRecord | undefined> {
  const { rows } = await sql<PasskeyRecord>`
    select ${columns} from passkeys where credential_id = ${credentialId}`.execute(db);
  return rows[0];
}

export type AddedPasskey = PasskeyOwner & {
  id: string;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  isBackedUp: boolean;
  label: string;
};

/**
 * Adds a passkey. Writes an audit entry for administrators, so call it last in a transaction.
 * @returns `known` when the credential already belongs to an account, `full` when the account already has
 * `atMost` passkeys
 */
export async function insertPasskey(
  tx: Transaction,
  passkey: AddedPasskey,
  atMost: number,
): Promise<'added' | 'known' | 'full'> {
  const { address, requestId } = currentCaller();
  const { rows } = await sql<{ outcome: 'added' | 'known' | 'full' }>`
    select add_passkey(
      ${passkey.id}, ${passkey.audience}, ${passkey.subjectId}, ${passkey.credentialId}, ${passkey.publicKey},
      ${passkey.counter}, ${passkey.transports}, ${passkey.isBackedUp}, ${passkey.label},
      ${atMost}, ${address}, ${requestId}
    ) as outcome`.execute(tx);
  return rows[0]?.outcome ?? 'known';
}

/**
 * Renames a passkey; writes an audit entry for administrators.
 * @returns false when the account has no such passkey
 */
export async function updateLabel(
  db: Db,
  { audience, subjectId }: PasskeyOwner,
  { id, label }: { id: string; label: string },
): Promise<boolean> {
  const { address, requestId } = currentCaller();
  const { rows } = await sql<{ isRenamed: boolean }>`
    select rename_passkey(${id}, ${audience}, ${subjectId}, ${label}, ${address}, ${requestId}) as "isRenamed"`.execute(
    db,
  );
  return rows[0]?.isRenamed === true;
}

/**
 * Removes a passkey of an account. Writes an audit entry for administrators, so call it last in a transaction.
 * @returns false when the account has no such passkey
 */
export async function deletePasskey(tx: Transaction, owner: PasskeyOwner, id: string): Promise<boolean> {
  return (await removePasskeys(tx, owner, id)).length > 0;
}

/**
 * Removes all passkeys of an account, because a stranger may have added them. Writes an audit entry for
 * administrators.
 */
export async function forgetPasskeys(tx: Transaction, owner: PasskeyOwner): Promise<void> {
  await removePasskeys(tx, owner, null);
}

async function removePasskeys(
  tx: Transaction,
  { audience, subjectId }: PasskeyOwner,
  onlyId: string | null,
): Promise<string[]> {
  const { address, requestId } = currentCaller();
  const { rows } = await sql<{ labels: string[] }>`
    select remove_passkeys(${audience}, ${subjectId}, ${onlyId}, ${address}, ${requestId}) as labels`.execute(
    tx,
  );
  return rows[0]?.labels ?? [];
}

/** Removes the passkeys of all staff of a merchant. */
export async function forgetPasskeysOfMerchant(tx: Transaction, merchantId: string): Promise<void> {
  await sql`select remove_passkeys_of_merchant(${merchantId})`.execute(tx);
}

/**
 * Records a use.
 * @returns false when the authenticator's counter has not increased since the last use
 */
export async function recordUse(
  db: Db,
  { id, counter, isBackedUp }: { id: string; counter: number; isBackedUp: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ isRecorded: boolean }>`
    select record_passkey_use(${id}, ${counter}, ${isBackedUp}) as "isRecorded"`.execute(db);
  return rows[0]?.isRecorded === true;
}

/**
 * Marks a challenge as spent.
 * @returns false when it was already spent
 */
export async function spendChallengeHash(db: Db, challengeHash: Buffer, expiresAt: Date): Promise<boolean> {
  const { rows } = await sql<{ isSpent: boolean }>`
    select spend_passkey_challenge(${challengeHash}, ${expiresAt}) as "isSpent"`.execute(db);
  return rows[0]?.isSpent === true;
}

export async function deleteExpiredChallenges(db: Db): Promise<void> {
  await sql`select delete_expired_passkey_challenges()`.execute(db);
}

/** Returns whether administrators must have a passkey in this environment. */
export async function isPasskeyRequired(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isOn: boolean }>`
    select is_on as "isOn" from feature_switches where name = 'requirePasskeys'`.execute(db);
  return rows[0]?.isOn === true;
}
