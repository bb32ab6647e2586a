import { DOCUMENT_BYTES_AT_MOST, DOCUMENT_TYPES, uploadDocument } from '@zawadi/contract/documents';
import { call } from '../../../api/call.ts';

/** Uploads a document. The same file under the same id changes nothing. */
export async function sendDocument(documentId: string, content: File): Promise<void> {
  const query = { fileName: content.name.slice(0, 200) };
  await call(uploadDocument, { params: { documentId }, query, body: content });
}

/** Returns the problem with a chosen document before it is sent; undefined if there is none. */
export function problemWithDocument(file: File | undefined): string | undefined {
  if (file === undefined) return 'Please choose a document';
  if (!DOCUMENT_TYPES.some((type) => type === file.type)) {
    return 'Please choose a PDF, a JPEG or a PNG file.';
  }
  if (file.size === 0) return 'This file is empty.';
  return file.size > DOCUMENT_BYTES_AT_MOST ? 'Please choose a file of at most 5 MB.' : undefined;
}
