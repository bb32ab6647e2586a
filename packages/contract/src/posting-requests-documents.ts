import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { administratorRoles } from './roles.ts';
import { shortText, uuid } from './text.ts';

const ofPostings = { audience: 'admin', tag: 'Posting desk' } as const;

export const POSTING_DOCUMENT_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export const POSTING_DOCUMENT_BYTES_AT_MOST = 5 * 1024 * 1024;

/** The document that proves a posting. It never changes. */
export const postingDocument = z.object({
  documentId: uuid,
  fileName: z.string(),
  mediaType: z.enum(POSTING_DOCUMENT_TYPES),
  bytes: z.number().int(),
  /** SHA-256 of the file, in hexadecimal. */
  sha256: z.string().length(64),
});
export type PostingDocument = z.infer<typeof postingDocument>;

/** The request's body is the file itself. The server looks at its first bytes: a media type is what a browser guessed. */
export const uploadPostingDocument = endpoint({
  ...ofPostings,
  method: 'PUT',
  path: '/api/admin/v1/posting-requests/documents/:documentId',
  roles: administratorRoles.money,
  summary:
    'Upload the document of a posting (PDF, JPEG or PNG, at most 5 MB); without a posting it is deleted after a day',
  params: z.object({ documentId: uuid }),
  query: z.object({ fileName: shortText.default('') }),
  upload: { mediaTypes: POSTING_DOCUMENT_TYPES, maximumBytes: POSTING_DOCUMENT_BYTES_AT_MOST },
  body: z.file({ error: 'Please choose a document' }),
  example: { params: { documentId: sample.id } },
  answer: postingDocument,
  refusals: [
    'document_unreadable',
    'document_taken',
    'too_many_requests',
    'body_too_large',
    'unsupported_media_type',
  ],
  rate: { perMinute: 20 },
});

export const postingDocumentFile = endpoint({
  ...ofPostings,
  method: 'GET',
  path: '/api/admin/v1/posting-requests/:postingId/document',
  roles: administratorRoles.money,
  summary:
    'Download the document of a posting, on record: posting-{first 8 characters of its id}.{pdf, jpg or png}',
  params: z.object({ postingId: uuid }),
  example: { params: { postingId: sample.id } },
  answer: z.unknown(),
  isExport: true,
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});
