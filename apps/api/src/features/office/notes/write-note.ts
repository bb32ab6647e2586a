import type { HandlerInput, Note, NoteSubject, writeNote as endpoint } from '@zawadi/contract';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { documentFile, useDocuments } from '../documents/index.ts';
import { addFiles, describeNote, findNote, hasFile, insertNote, isSubject } from './store.ts';

type NewNote = NoteSubject & HandlerInput<typeof endpoint>['body'] & { auditor: Auditor };

/**
 * Adds a note about a subject. A repeated request with the same id adds nothing.
 * @throws Refusal not_found, document_missing
 */
export async function writeNote(db: Db, note: NewNote): Promise<Note> {
  return inTransaction(db, async (tx) => {
    if (!(await isSubject(tx, note))) throw new Refusal('not_found');
    await addNote(tx, note);
    const written = await findNote(tx, note.noteId);
    // The id belongs to a note about something else.
    if (written?.subjectKind !== note.subjectKind || written.subjectId !== note.subjectId)
      throw new Refusal('not_found');
    return describeNote(written);
  });
}

/**
 * Adds a note in the transaction of the action that it explains.
 * @returns false if a note with this id exists
 * @throws Refusal document_missing
 */
export async function addNote(tx: Transaction, note: NewNote): Promise<boolean> {
  const { noteId, text, documentIds, subjectKind, subjectId, auditor } = note;
  const { administratorId } = auditor;
  if (!(await insertNote(tx, { noteId, text, subjectKind, subjectId, administratorId }))) return false;
  if (!(await useDocuments(tx, { documentIds, administratorId }))) throw new Refusal('document_missing');
  await addFiles(tx, noteId, documentIds);
  await recordAudit(tx, auditor, {
    action: 'note.added',
    subjectKind,
    subjectId,
    after: { noteId, ...(documentIds.length > 0 && { files: documentIds.length }) },
  });
  return true;
}

/**
 * Returns a file of a note. The audit log records who read it.
 * @throws Refusal not_found
 */
export async function readNoteFile(
  db: Db,
  { documentId, auditor, ...subject }: NoteSubject & { documentId: string; auditor: Auditor },
): Promise<FileAnswer> {
  return inTransaction(db, async (tx) => {
    if (!(await hasFile(tx, subject, documentId))) throw new Refusal('not_found');
    const fileName = `note-${documentId.slice(0, 8)}`;
    return documentFile(tx, { documentId, fileName, action: 'note.file-read', ...subject, auditor });
  });
}
