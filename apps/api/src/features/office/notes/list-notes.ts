import type { HandlerAnswer, HandlerInput, listNotes as endpoint, NoteSubject } from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { describeNote, readNotes } from './store.ts';

/**
 * Lists notes about one subject, newest first.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function listNotes(
  db: Db,
  { cursor, limit, ...subject }: NoteSubject & HandlerInput<typeof endpoint>['query'],
): Promise<HandlerAnswer<typeof endpoint>> {
  const found = await readNotes(db, subject, { after: parseCursor(cursor), limit: limit + 1 });
  const { shown, nextCursor } = pageOf(found, limit);
  return { notes: shown.map(describeNote), nextCursor };
}
