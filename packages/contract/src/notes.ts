import { z } from 'zod';
import { storedDocument } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { administratorRoles } from './roles.ts';
import { cursor, noteText, timestamp, uuid } from './text.ts';
import type { TransactionType } from './transactions.ts';

/** Kinds of subjects of notes. */
export const noteSubjectKind = z.enum([
  'user',
  'merchant',
  'settlement',
  'purchase',
  'withdrawal',
  'redemption',
  'claim',
  'refund',
  'voucher',
  'support-request',
]);
export type NoteSubject = { subjectKind: z.infer<typeof noteSubjectKind>; subjectId: string };

/** The kind under which notes about a transaction are kept. */
export const NOTES_OF_TYPE = {
  Deposit: 'purchase',
  Withdrawal: 'withdrawal',
  Redemption: 'redemption',
  Claim: 'claim',
  Settlement: 'settlement',
  Refund: 'refund',
} as const satisfies Record<TransactionType, NoteSubject['subjectKind']>;

/** A note never changes: a correction is another note. */
export const note = z.object({
  noteId: uuid,
  text: z.string(),
  by: z.string(),
  at: timestamp,
  files: z.array(storedDocument),
});
export type Note = z.infer<typeof note>;

const ofNotes = {
  audience: 'admin',
  tag: 'Notes',
  params: z.object({ subjectKind: noteSubjectKind, subjectId: uuid }),
} as const;
const example = { params: { subjectKind: 'user', subjectId: sample.id } } as const;

export const FILES_OF_NOTE_AT_MOST = 5;

export const listNotes = endpoint({
  ...ofNotes,
  method: 'GET',
  path: '/api/admin/v1/notes/:subjectKind/:subjectId',
  roles: administratorRoles.everybody,
  summary: 'List the notes about a person, merchant, batch, payment, voucher or letter, newest first',
  query: z.object({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  example,
  answer: z.object({ notes: z.array(note), nextCursor: cursor.optional() }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const writeNote = endpoint({
  ...ofNotes,
  method: 'POST',
  path: '/api/admin/v1/notes/:subjectKind/:subjectId',
  roles: administratorRoles.working,
  summary: 'Add a note, with at most five uploaded files; the same noteId again adds nothing',
  body: z.object({
    noteId: uuid,
    text: noteText,
    /** Documents that the same administrator uploaded for this note. */
    documentIds: z
      .array(uuid)
      .max(FILES_OF_NOTE_AT_MOST, { error: 'Please choose at most five files' })
      .refine((ids) => new Set(ids).size === ids.length, { error: 'Please name each file once' })
      .default([]),
  }),
  example: { ...example, body: { noteId: sample.id, text: 'Called back at 10:00.' } },
  answer: note,
  message: 'Note added',
  refusals: ['not_found', 'document_missing'],
  rate: { perMinute: 60 },
});

export const noteFile = endpoint({
  ...ofNotes,
  method: 'GET',
  path: '/api/admin/v1/notes/:subjectKind/:subjectId/files/:documentId',
  roles: administratorRoles.working,
  summary: 'Download a file of a note, on record: note-{first 8 characters of its id}.{pdf, jpg or png}',
  params: ofNotes.params.extend({ documentId: uuid }),
  example: { params: { ...example.params, documentId: sample.id } },
  answer: z.unknown(),
  isExport: true,
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});
