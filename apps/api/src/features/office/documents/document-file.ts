import type { Transaction } from '../../../platform/db/database.ts';
import { FileAnswer } from '../../../platform/file.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { findFile } from './store.ts';

const EXTENSIONS = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const;

type Download = {
  documentId: string;
  /** File name without its extension. */
  fileName: string;
  /** The entry of the audit log about this download. */
  action: `${string}.${string}`;
  subjectKind: string;
  subjectId: string;
  auditor: Auditor;
};

/**
 * Returns a document as a file. The audit log records who read it.
 * @throws Refusal not_found
 */
export async function documentFile(tx: Transaction, download: Download): Promise<FileAnswer> {
  const { documentId, fileName, action, subjectKind, subjectId, auditor } = download;
  const found = await findFile(tx, documentId);
  if (!found) throw new Refusal('not_found');
  const { mediaType, content, sha256 } = found;
  await recordAudit(tx, auditor, { action, subjectKind, subjectId, after: { sha256 } });
  return new FileAnswer({
    contentType: mediaType,
    fileName: `${fileName}.${EXTENSIONS[mediaType]}`,
    content,
  });
}
