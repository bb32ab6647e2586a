import { RETENTION } from '../../../platform/retention.ts';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export type ContactKind = 'email' | 'phone';
/** Owner of the contact: a user or a merchant. */
export type ContactSubject = { audience: 'consumer' | 'merchant'; subjectId: string };

export type FormerContact = {
  kind: ContactKind;
  /** An email address, or a phone number as 254XXXXXXXXX; empty if the account had none. */
  former: string;
  formerVerifiedAt: Date | null;
  formerChangedAt: Date | null;
};

export type ContactChange = ContactSubject &
  FormerContact & {
    id: string;
    takenBackAt: Date | null;
    /**
     * Whether two administrators approved the change. The former contact cannot undo it, but can have
     * settlements held.
     */
    isByAdministrator: boolean;
  };

const columns = sql`
  id, audience, subject_id as "subjectId", kind, former, former_verified_at as "formerVerifiedAt",
  former_changed_at as "formerChangedAt", taken_back_at as "takenBackAt",
  is_by_administrator as "isByAdministrator"`;

export async function insertContactChange(
  tx: Transaction,
  change: ContactSubject &
    FormerContact & {
      id: string;
      tokenHash: Buffer;
      wanted: string;
      isByAdministrator?: boolean | undefined;
    },
): Promise<void> {
  await sql`
    insert into contact_changes (
      id, token_hash, audience, subject_id, kind, former, former_verified_at, former_changed_at, wanted,
      is_by_administrator
    ) values (
      ${change.id}, ${change.tokenHash}, ${change.audience}, ${change.subjectId}, ${change.kind}, ${change.former},
      ${change.formerVerifiedAt}, ${change.formerChangedAt}, ${change.wanted}, ${change.isByAdministrator ?? false}
    )`.execute(tx);
}

/** Marks a requested contact as the account's current one. */
export async function finishContactChange(
  tx: Transaction,
  { audience, subjectId, kind, wanted }: ContactSubject & { kind: ContactKind; wanted: string },
): Promise<void> {
  await sql`
    update contact_changes set done_at = moment()
    where audience = ${audience} and subject_id = ${subjectId} and kind = ${kind} and wanted = ${wanted}
      and done_at is null and taken_back_at is null`.execute(tx);
}

/**
 * Finds the change that a "this was not me" token refers to.
 * @returns undefined for an unknown token, or one older than 72 hours
 */
export async function findContactChange(
  db: Db,
  audience: ContactSubject['audience'],
  tokenHash: Buffer,
): Promise<ContactChange | undefined> {
  const { rows } = await sql<ContactChange>`
    select ${columns} from contact_changes
    where token_hash = ${tokenHash} and audience = ${audience} and expires_at > moment()`.execute(db);
  return rows[0];
}

/** Finds changes of the last 24 hours that replaced this email address, if the account had it for at least a day. */
export async function findFormerAddress(
  db: Db,
  { audience, email }: Pick<ContactSubject, 'audience'> & { email: string },
): Promise<ContactChange[]> {
  const { rows } = await sql<ContactChange>`
    select ${columns} from contact_changes
    where audience = ${audience} and kind = 'email' and former = ${email} and done_at > moment() - interval '24 hours'
      and taken_back_at is null
      and (former_changed_at is null or former_changed_at <= asked_at - interval '24 hours')
    order by done_at`.execute(db);
  return rows;
}

/** Finds the email address that the account's latest change replaced. */
export async function findLatestFormer(
  db: Db,
  { audience, subjectId }: ContactSubject,
): Promise<string | undefined> {
  const { rows } = await sql<{ former: string }>`
    select former from contact_changes
    where audience = ${audience} and subject_id = ${subjectId} and kind = 'email' and done_at is not null
      and taken_back_at is null
      and (former_changed_at is null or former_changed_at <= asked_at - interval '24 hours')
    order by done_at desc limit 1`.execute(db);
  return rows[0]?.former;
}

/** Reads the contact change and all later ones that have not expired, oldest first. */
export async function readChangesSince(tx: Transaction, change: ContactChange): Promise<ContactChange[]> {
  const { rows } = await sql<ContactChange>`
    select ${columns} from contact_changes
    where audience = ${change.audience} and subject_id = ${change.subjectId} and expires_at > moment()
      and taken_back_at is null and not is_by_administrator
      and asked_at >= (select asked_at from contact_changes where id = ${change.id})
    order by asked_at, id`.execute(tx);
  return rows;
}

export async function markTakenBack(tx: Transaction, changes: ContactChange[]): Promise<void> {
  const ids = changes.map(({ id }) => id);
  await sql`update contact_changes set taken_back_at = moment() where id = any(${ids}::uuid[])`.execute(tx);
}

export async function deleteContactChanges(tx: Transaction, subject: ContactSubject): Promise<void> {
  await sql`
    delete from contact_changes
    where audience = ${subject.audience} and subject_id = ${subject.subjectId}`.execute(tx);
}

export async function deleteOldContactChanges(db: Db): Promise<void> {
  await sql`delete from contact_changes where expires_at < moment() - ${RETENTION.contact_changes.after}::interval`.execute(
    db,
  );
}
