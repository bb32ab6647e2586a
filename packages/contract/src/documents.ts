import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { administratorRoles } from './roles.ts';
import { shortText, uuid } from './text.ts';

export const DOCUMENT_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export const DOCUMENT_BYTES_AT_MOST = 5 * 1024 * 1024;

/** A file that proves a posting or belongs to a note. It never changes. */
export const storedDocument = z.object({
  documentId: uuid,
  fileName: z.string(),
  mediaType: z.enum(DOCUMENT_TYPES),
  bytes: z.number().int(),
  /** SHA-256 of the file, in hexadecimal. */
  sha256: z.string().length(64),
});
export type StoredDocument = z.infer<typeof storedDocument>;

/** The request's body is the file itself. The server looks at its first bytes: a media type is what a browser guessed. */
export const uploadDocument = endpoint({
  method: 'PUT',
  path: '/api/admin/v1/documents/:documentId',
  audience: 'admin',
  roles: administratorRoles.working,
  tag: 'Notes',
  summary:
    'Upload the document of a posting or a file of a note (PDF, JPEG or PNG, at most 5 MB); unused, it is deleted after a day',
  params: z.object({ documentId: uuid }),
  query: z.object({ fileName: shortText.default('') }),
  upload: { mediaTypes: DOCUMENT_TYPES, maximumBytes: DOCUMENT_BYTES_AT_MOST },
  body: z.file({ error: 'Please choose a document' }),
  example: { params: { documentId: sample.id } },
  answer: storedDocument,
  refusals: [
    'document_unreadable',
    'document_taken',
    'too_many_requests',
    'body_too_large',
    'unsupported_media_type',
  ],
  rate: { perMinute: 20 },
});
