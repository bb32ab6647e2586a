import type { SupportRequest } from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { listRequestRecords, markAnswered, readRequestRecord, type RequestRecord } from './store.ts';

/** Lists support requests, newest first. @throws Refusal `validation_failed` for an invalid cursor */
export async function listSupportRequests(
  deps: Pick<Deps, 'db'>,
  asked: {
    status?: SupportRequest['status'] | undefined;
    supportRequestId?: string | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<{ supportRequests: SupportRequest[]; nextCursor: string | null }> {
  const { status, supportRequestId: id, cursor, limit } = asked;
  const after = parseCursor(cursor);
  const found = await listRequestRecords(deps.db, { status, id, after, limit: limit + 1 });
  const { shown, nextCursor } = pageOf(found, limit);
  return { supportRequests: shown.map(describe), nextCursor: nextCursor ?? null };
}

/** Marks a request as answered; a second time changes nothing. @throws Refusal `not_found` */
export async function answerSupportRequest(
  deps: Pick<Deps, 'db'>,
  id: string,
  auditor: Auditor,
): Promise<SupportRequest> {
  return inTransaction(deps.db, async (tx) => {
    const isFirst = await markAnswered(tx, { id, administratorId: auditor.administratorId });
    const record = await readRequestRecord(tx, id);
    if (!record) throw new Refusal('not_found');
    if (isFirst) {
      await recordAudit(tx, auditor, {
        action: 'support-request.answered',
        subjectKind: 'support-request',
        subjectId: id,
      });
    }
    return describe(record);
  });
}

function describe(record: RequestRecord): SupportRequest {
  const { id, merchantId, merchantCode, businessName, subject, message, reference } = record;
  return {
    supportRequestId: id,
    merchantId,
    merchantCode,
    businessName,
    writer: { name: record.writerName, email: record.writerEmail, staffRole: record.writerRole },
    subject,
    message,
    reference,
    status: record.answeredAt === null ? 'OPEN' : 'ANSWERED',
    sentAt: record.sentAt.toISOString(),
    answeredAt: record.answeredAt?.toISOString() ?? null,
    answeredBy: record.answeredBy,
  };
}
