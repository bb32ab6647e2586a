import type { Note, NoteSubject, StoredDocument } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Place } from '../../../platform/cursor.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { maskContacts } from '../../../platform/mask-contacts.ts';

type NoteRow = NoteSubject & {
  noteId: string;
  text: string;
  by: string;
  at: Date;
  files: StoredDocument[];
  place: Place;
};

const NOTES = sql`
  select n.id as "noteId", n.subject_kind as "subjectKind", n.subject_id as "subjectId", n.text, a.name as by, n.written_at as at,
    coalesce((
      select json_agg(json_build_object(
        'documentId', d.id, 'fileName', d.file_name, 'mediaType', d.media_type, 'bytes', octet_length(d.content),
        'sha256', encode(d.sha256, 'hex')
      ) order by d.uploaded_at, d.id)
      from note_documents f join documents d on d.id = f.document_id where f.note_id = n.id
    ), '[]') as files,
    json_build_object('instant', n.written_at::text, 'id', n.id) as place
  from notes n join administrators a on a.id = n.written_by`;

function isAbout({ subjectKind, subjectId }: NoteSubject): RawBuilder<unknown> {
  return sql`n.subject_id = ${subjectId} and n.subject_kind = ${subjectKind}`;
}

/** Lists notes about one subject, newest first. */
export async function readNotes(
  db: Db,
  subject: NoteSubject,
  { after, limit }: { after: Place | undefined; limit: number },
): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    ${NOTES} where ${isAbout(subject)}
      and (
        ${after?.id ?? null}::uuid is null
        or (n.written_at, n.id) < (${after?.instant ?? null}::timestamptz, ${after?.id ?? null}::uuid)
      )
    order by n.written_at desc, n.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findNote(db: Db, noteId: string): Promise<NoteRow | undefined> {
  const { rows } = await sql<NoteRow>`${NOTES} where n.id = ${noteId}`.execute(db);
  return rows[0];
}

/** Describes a note with its phone numbers and email addresses masked. */
export function describeNote({ noteId, text, by, at, files }: NoteRow): Note {
  return { noteId, text: maskContacts(text), by, at: at.toISOString(), files };
}

/** @returns false if a note with this id exists */
export async function insertNote(
  tx: Transaction,
  note: NoteSubject & { noteId: string; text: string; administratorId: string },
): Promise<boolean> {
  const { noteId, subjectKind, subjectId, text, administratorId } = note;
  const { rows } = await sql`
    insert into notes (id, subject_kind, subject_id, text, written_by)
    values (${noteId}, ${subjectKind}, ${subjectId}, ${text}, ${administratorId})
    on conflict (id) do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

export async function addFiles(
  tx: Transaction,
  noteId: string,
  documentIds: readonly string[],
): Promise<void> {
  await sql`
    insert into note_documents (document_id, note_id)
    select id, ${noteId}::uuid from unnest(${documentIds}::uuid[]) as given (id)`.execute(tx);
}

export async function hasFile(db: Db, subject: NoteSubject, documentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from note_documents f join notes n on n.id = f.note_id
    where f.document_id = ${documentId} and ${isAbout(subject)}`.execute(db);
  return rows.length > 0;
}

const TABLES = {
  user: 'users',
  merchant: 'merchants',
  settlement: 'settlements',
  purchase: 'purchases',
  withdrawal: 'withdrawals',
  redemption: 'redemptions',
  claim: 'claims',
  refund: 'refunds',
  voucher: 'vouchers',
  'support-request': 'support_requests',
} as const satisfies Record<NoteSubject['subjectKind'], string>;

/** Whether the subject of a note exists. */
export async function isSubject(db: Db, { subjectKind, subjectId }: NoteSubject): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(TABLES[subjectKind])} where id = ${subjectId} limit 1`.execute(db);
  return rows.length > 0;
}
