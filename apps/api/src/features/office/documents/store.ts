import type { StoredDocument } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { RETENTION } from '../../../platform/retention.ts';

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
    insert into documents (id, file_name, media_type, content, uploaded_by)
    values (${documentId}, ${fileName}, ${mediaType}, ${content}, ${administratorId})
    on conflict (id) do nothing`.execute(db);
  const { rows } = await sql<StoredDocument>`
    select id as "documentId", file_name as "fileName", media_type as "mediaType", octet_length(content) as bytes,
      encode(sha256, 'hex') as sha256
    from documents
    where id = ${documentId} and uploaded_by = ${administratorId} and sha256 = sha256(${content}::bytea)`.execute(
    db,
  );
  return rows[0];
}

/**
 * Takes documents for a posting or a note. A document is used once, by the administrator who uploaded it.
 * @returns false if any of them is unknown, another administrator's, or used
 */
export async function useDocuments(
  tx: Transaction,
  { documentIds, administratorId }: { documentIds: readonly string[]; administratorId: string },
): Promise<boolean> {
  const { rows } = await sql`
    update documents set is_used = true
    where id = any(${documentIds}::uuid[]) and uploaded_by = ${administratorId} and not is_used
    returning 1`.execute(tx);
  return rows.length === documentIds.length;
}

/** Reads the file of a document. */
export async function findFile(
  db: Db,
  documentId: string,
): Promise<(Pick<StoredDocument, 'mediaType' | 'sha256'> & { content: Buffer }) | undefined> {
  const { rows } = await sql<Pick<StoredDocument, 'mediaType' | 'sha256'> & { content: Buffer }>`
    select media_type as "mediaType", content, encode(sha256, 'hex') as sha256
    from documents where id = ${documentId}`.execute(db);
  return rows[0];
}

/** Deletes documents that no posting and no note used. */
export async function deleteUnused(db: Db): Promise<void> {
  await sql`
    delete from documents
    where not is_used and uploaded_at < moment() - ${RETENTION.documents.after}::interval`.execute(db);
}
