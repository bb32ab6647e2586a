import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { hasActedLately, recordAudit, type Auditor } from '../../services/audit/index.ts';

/**
 * Records in the audit log that an administrator has opened a person's page. An open page refetches itself, so one
 * entry covers an hour.
 */
export async function recordLook(db: Db, userId: string, auditor: Auditor): Promise<void> {
  const look = { action: 'user.read', subjectKind: 'user', subjectId: userId } as const;
  const { administratorId } = auditor;
  if (await hasActedLately(db, { administratorId, ...look })) return;
  await inTransaction(db, (tx) => recordAudit(tx, auditor, look));
}
