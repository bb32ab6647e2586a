import type { HandlerAnswer, HandlerInput, LetterAbout, ownLetters, SupportRequest } from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { notify } from '../../services/messages/index.ts';
import {
  listOwnRecords,
  listRequestRecords,
  markAnswered,
  readRequestRecord,
  type RequestRecord,
} from './store.ts';

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

/** Lists letters of a shop: all of them for its owner, otherwise the member's own. */
export async function listOwnLetters(
  { db }: Pick<Deps, 'db'>,
  actor: { merchantId: string; staffId: string; staffRole: string },
  { cursor, limit, ...filters }: HandlerInput<typeof ownLetters>['query'],
): Promise<HandlerAnswer<typeof ownLetters>> {
  const { merchantId, staffId, staffRole } = actor;
  const writer = staffRole === 'owner' ? undefined : staffId;
  const after = parseCursor(cursor);
  const found = await listOwnRecords(db, {
    merchantId,
    staffId: writer,
    ...filters,
    after,
    limit: limit + 1,
  });
  const { shown, nextCursor } = pageOf(found, limit);
  return {
    letters: shown.map((record) => {
      const { supportRequestId, subject, message, reference, about, status, sentAt, answeredAt, answer } =
        describe(record);
      const { writerName } = record;
      return {
        supportRequestId,
        writerName,
        subject,
        message,
        reference,
        about,
        status,
        sentAt,
        answeredAt,
        answer,
      };
    }),
    nextCursor,
  };
}

/**
 * Marks a request as answered, and mails the answer to its writer. A second time changes and mails nothing.
 * @throws Refusal `not_found`
 */
export async function answerSupportRequest(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  { id, answer, auditor }: { id: string; answer?: string | undefined; auditor: Auditor },
): Promise<SupportRequest> {
  return inTransaction(deps.db, async (tx) => {
    const isFirst = await markAnswered(tx, { id, administratorId: auditor.administratorId, answer });
    const record = await readRequestRecord(tx, id);
    if (!record) throw new Refusal('not_found');
    if (isFirst) {
      await recordAudit(tx, auditor, {
        action: 'support-request.answered',
        subjectKind: 'support-request',
        subjectId: id,
      });
      if (answer !== undefined) {
        const { subject, writerEmail: email } = record;
        const link = `${deps.config.publicUrl}/merchant/dashboard/support`;
        await notify(tx, deps, { template: 'support-answer', data: { subject, answer, link }, email });
      }
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
    about: aboutOf(record),
    answer: record.answer ?? undefined,
    status: record.answeredAt === null ? 'OPEN' : 'ANSWERED',
    sentAt: record.sentAt.toISOString(),
    answeredAt: record.answeredAt?.toISOString() ?? null,
    answeredBy: record.answeredBy,
  };
}

function aboutOf({ batchId, transactionId, redemptionId }: RequestRecord): LetterAbout | undefined {
  if (redemptionId !== null) return { kind: 'redemption', redemptionId };
  if (batchId === null) return undefined;
  return transactionId === null ? { kind: 'batch', batchId } : { kind: 'entry', batchId, transactionId };
}
