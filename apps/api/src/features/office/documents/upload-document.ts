import type { StoredDocument } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { atMost, countAttempts } from '../../people/sessions/index.ts';
import { putDocument } from './store.ts';

const DOCUMENTS_AN_HOUR = atMost(60, 3_600);

/** The first bytes of each accepted type. */
const SIGNATURES = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
} as const;

type MediaType = keyof typeof SIGNATURES;

/**
 * Stores a document that a posting or a note is about to use.
 * @throws Refusal `document_unreadable`, `document_taken`, `too_many_requests`
 */
export async function uploadDocument(
  deps: Pick<Deps, 'db' | 'keys'>,
  {
    documentId,
    fileName,
    file,
    auditor,
  }: { documentId: string; fileName: string; file: Blob; auditor: Auditor },
): Promise<StoredDocument> {
  const { administratorId } = auditor;
  const words = ['document', administratorId];
  const waitSeconds = await countAttempts(deps, [{ words, rule: DOCUMENTS_AN_HOUR }]);
  if (waitSeconds > 0) throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  const content = Buffer.from(await file.arrayBuffer());
  const mediaType = typeOf(content);
  if (mediaType === undefined) throw new Refusal('document_unreadable');
  const document = { documentId, fileName: fileName || 'document', mediaType, content, administratorId };
  return inTransaction(deps.db, async (tx) => {
    const stored = await putDocument(tx, document);
    if (!stored) throw new Refusal('document_taken');
    await recordAudit(tx, auditor, {
      action: 'document.uploaded',
      subjectKind: 'document',
      subjectId: documentId,
      after: { sha256: stored.sha256, bytes: stored.bytes, mediaType },
    });
    return stored;
  });
}

/** Returns the type of a file by its first bytes, because a browser's media type is only a guess. */
function typeOf(content: Buffer): MediaType | undefined {
  return (Object.keys(SIGNATURES) as MediaType[]).find((type) =>
    content.subarray(0, SIGNATURES[type].length).equals(Buffer.from(SIGNATURES[type])),
  );
}
