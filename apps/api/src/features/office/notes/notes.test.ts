import { randomUUID } from 'node:crypto';
import { listNotes, noteFile, writeNote, addressOf, type NoteSubject } from '@zawadi/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { sha256, somePdf, uploadDocument } from '../../../testing/posting-calls.ts';
import { payForGift } from '../../../testing/refund-calls.ts';
import {
  createSettlingSystem,
  newAdministrator,
  newPayee,
  type Administrator,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let support: Administrator;
let finance: Administrator;
beforeAll(async () => {
  system = await createSettlingSystem();
  support = await newAdministrator(system, 'support');
  finance = await newAdministrator(system, 'finance');
});
afterAll(() => system.close());

async function someone(): Promise<NoteSubject> {
  return { subjectKind: 'user', subjectId: (await newConsumer(system)).user.id };
}

function write(params: NoteSubject, by: Administrator, note: object = {}) {
  const body = { noteId: randomUUID(), text: 'Called at 10:00.', ...note };
  return system.call(writeNote, { params, body }, by);
}

async function notesAbout(params: NoteSubject, by: Administrator, query = {}) {
  return (await system.call(listNotes, { params, query }, by)).answer;
}

function download(params: NoteSubject & { documentId: string }, by: Administrator) {
  const headers = { authorization: `Bearer ${by.bearer}` };
  return system.http.inject({ url: addressOf(noteFile, { params }), headers });
}

test('a note with its file is read by every role, downloaded on record, and cannot be changed', async () => {
  const subject = await someone();
  const content = somePdf();
  const { documentId } = (await uploadDocument(system, support, { content })).document;
  const noteId = randomUUID();
  const written = await write(subject, support, { noteId, documentIds: [documentId] });
  expect(written.answer).toMatchObject({ by: support.name, text: 'Called at 10:00.' });
  await write(subject, finance, { noteId, text: 'Another text' });
  const reader = await newAdministrator(system, 'read-only');
  const { notes } = await notesAbout(subject, reader);
  expect(notes).toMatchObject([{ noteId, text: 'Called at 10:00.', files: [{ sha256: sha256(content) }] }]);
  const file = await download({ ...subject, documentId }, finance);
  expect(sha256(file.rawPayload)).toBe(sha256(content));
  const { rows } = await system.owner.query(
    `select action, actor_name as by from audit_log where subject_id = $1 order by seq`,
    [subject.subjectId],
  );
  expect(rows).toEqual([
    { action: 'note.added', by: support.name },
    { action: 'note.file-read', by: finance.name },
  ]);
  const change = sql`update notes set text = 'x' where id = ${noteId}`.execute(system.deps.db);
  await expect(change).rejects.toThrow('permission denied');
});

test('notes are kept about merchants and payments, newest first and page by page', async () => {
  const { merchantId } = await newPayee(system);
  const { purchase } = await payForGift(system, 500);
  const payment = { subjectKind: 'purchase', subjectId: purchase.requestId } as const;
  await write({ subjectKind: 'merchant', subjectId: merchantId }, support);
  for (const text of ['one', 'two', 'three']) await write(payment, support, { text });
  const first = await notesAbout(payment, support, { limit: 2 });
  expect(first.notes.map(({ text }) => text)).toEqual(['three', 'two']);
  const second = await notesAbout(payment, support, { limit: 2, cursor: first.nextCursor });
  expect(second.notes.map(({ text }) => text)).toEqual(['one']);
});

test('refuses notes about nothing, files of others, used files, and readers without the role', async () => {
  const subject = await someone();
  expect((await write({ ...subject, subjectId: randomUUID() }, support)).outcome).toBe('not_found');
  const { documentId } = (await uploadDocument(system, finance)).document;
  const documentIds = [documentId];
  expect((await write(subject, support, { documentIds })).outcome).toBe('document_missing');
  expect((await write(subject, finance, { documentIds })).outcome).toBe('ok');
  expect((await write(subject, finance, { documentIds })).outcome).toBe('document_missing');
  const reader = await newAdministrator(system, 'read-only');
  expect((await write(subject, reader)).outcome).toBe('forbidden');
  expect((await download({ ...subject, documentId }, reader)).statusCode).toBe(403);
  expect((await download({ ...(await someone()), documentId }, finance)).statusCode).toBe(404);
});
