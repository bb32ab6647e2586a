import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { RETENTION } from '../../../platform/retention.ts';

export type StoredDocument = {
  documentId: string;
  fileName: string;
  mediaType: 'application/pdf' | 'image/jpeg' | 'image/png';
  bytes: number;
  sha256: string;
};

/**
 * Stores a document. A repeated upload of the same file by the same administrator changes nothing.
 * @returns undefined if the id belongs to another document
 */
export async function putDocument(
  db: Db,
  document: {
    documentId: string;
    fileName: string;
    mediaType: StoredDocument['mediaType'];
    content: Buffer;
    administratorId: string;
  },
): Promise<StoredDocument | undefined> {
  const { documentId, fileName, mediaType, content, administratorId } = document;
  await sql`
    insert into posting_request_documents (id, file_name, media_type, content, uploaded_by)
    values (${documentId}, ${fileName}, ${mediaType}, ${content}, ${administratorId})
    on conflict (id) do nothing`.execute(db);
  const { rows } = await sql<StoredDocument>`
    select id as "documentId", file_name as "fileName", media_type as "mediaType", octet_length(content) as bytes,
      encode(sha256, 'hex') as sha256
    from posting_request_documents
    where id = ${documentId} and uploaded_by = ${administratorId} and sha256 = sha256(${content}::bytea)`.execute(
    db,
  );
  return rows[0];
}

/** Whether this administrator uploaded the document, and no other posting uses it. */
export async function isOwnUnused(
  tx: Transaction,
  { documentId, administratorId }: { documentId: string; administratorId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from posting_request_documents d
    where id = ${documentId} and uploaded_by = ${administratorId}
      and not exists (select from posting_requests r where r.document_id = d.id)`.execute(tx);
  return rows.length > 0;
}

/** Reads the file of a posting. */
export async function findFile(
  db: Db,
  postingId: string,
): Promise<{ mediaType: StoredDocument['mediaType']; content: Buffer; sha256: string } | undefined> {
  const { rows } = await sql<{ mediaType: StoredDocument['mediaType']; content: Buffer; sha256: string }>`
    select d.media_type as "mediaType", d.content, encode(d.sha256, 'hex') as sha256
    from posting_requests r join posting_request_documents d on d.id = r.document_id where r.id = ${postingId}`.execute(
    db,
  );
  return rows[0];
}

/** Deletes documents that no posting used. */
export async function deleteUnused(db: Db): Promise<void> {
  await sql`
    delete from posting_request_documents d
    where uploaded_at < moment() - ${RETENTION.posting_request_documents.after}::interval
      and not exists (select from posting_requests r where r.document_id = d.id)`.execute(db);
}
