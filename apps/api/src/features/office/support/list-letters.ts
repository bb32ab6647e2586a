import type {
  ConsumerLetterAbout,
  consumerLetters,
  HandlerAnswer,
  HandlerInput,
  LetterAbout,
  listSupportRequests as listEndpoint,
  ownLetters,
  SupportRequest,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Deps } from '../../../config/deps.ts';
import { maskContacts } from '../../../platform/mask-contacts.ts';
import { listRequestRecords, type RequestRecord } from './store.ts';

/** Lists support requests, newest first. @throws Refusal `validation_failed` for an invalid cursor */
export async function listSupportRequests(
  { db }: Pick<Deps, 'db'>,
  { supportRequestId: id, cursor, limit, ...filter }: HandlerInput<typeof listEndpoint>['query'],
): Promise<HandlerAnswer<typeof listEndpoint>> {
  const after = parseCursor(cursor);
  const found = await listRequestRecords(db, { ...filter, id, after, limit: limit + 1 });
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
  const found = await listRequestRecords(db, {
    merchantId,
    staffId: writer,
    ...filters,
    after,
    limit: limit + 1,
  });
  const { shown, nextCursor } = pageOf(found, limit);
  return {
    letters: shown.map((record) => {
      const { writerName, reference } = record;
      return { ...forWriter(record), writerName, reference, about: aboutOfMerchant(record) };
    }),
    nextCursor,
  };
}

/** Lists a consumer's own letters, newest first. @throws Refusal `validation_failed` for an invalid cursor */
export async function listConsumerLetters(
  { db }: Pick<Deps, 'db'>,
  { userId, cursor, limit, ...filters }: HandlerInput<typeof consumerLetters>['query'] & { userId: string },
): Promise<HandlerAnswer<typeof consumerLetters>> {
  const after = parseCursor(cursor);
  const found = await listRequestRecords(db, { userId, ...filters, after, limit: limit + 1 });
  const { shown, nextCursor } = pageOf(found, limit);
  return {
    letters: shown.map((record) => ({ ...forWriter(record), about: aboutOfConsumer(record) })),
    nextCursor,
  };
}

/** Describes a letter for its writer. The desk that has it is not shown. */
function forWriter({ id, subject, message, status, sentAt, answeredAt, answer }: RequestRecord) {
  return {
    supportRequestId: id,
    subject,
    message,
    status: status === 'ANSWERED' ? status : ('OPEN' as const),
    sentAt: sentAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    answer: answer ?? undefined,
  };
}

/** Describes a letter for administrators, with the phone numbers and email addresses in its texts masked. */
export function describe(record: RequestRecord): SupportRequest {
  const { subject, message, reference, status, assignedTo, assignedName, answeredAt, answer } = record;
  return {
    supportRequestId: record.id,
    writer: writerOf(record),
    subject: maskContacts(subject),
    message: maskContacts(message),
    reference: reference === null ? null : maskContacts(reference),
    about: aboutOfMerchant(record) ?? aboutOfConsumer(record),
    status,
    assignedTo: assignedTo === null ? undefined : { administratorId: assignedTo, name: assignedName ?? '' },
    sentAt: record.sentAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    answer: answer === null ? undefined : maskContacts(answer),
    answeredBy: record.answeredBy,
  };
}

function writerOf(record: RequestRecord): SupportRequest['writer'] {
  const {
    userId,
    merchantId,
    merchantCode,
    businessName,
    writerName: name,
    writerEmail,
    writerRole,
  } = record;
  if (userId !== null) return { kind: 'consumer', userId, name };
  if (merchantId === null || merchantCode === null || writerRole === null) {
    throw new Error(`letter ${record.id} has no writer`);
  }
  return {
    kind: 'merchant',
    merchantId,
    merchantCode,
    businessName: businessName ?? '',
    name,
    email: writerEmail ?? '',
    staffRole: writerRole,
  };
}

function aboutOfMerchant({ batchId, transactionId, redemptionId }: RequestRecord): LetterAbout | undefined {
  if (redemptionId !== null) return { kind: 'redemption', redemptionId };
  if (batchId === null) return undefined;
  return transactionId === null ? { kind: 'batch', batchId } : { kind: 'entry', batchId, transactionId };
}

function aboutOfConsumer({ paymentId, voucherId }: RequestRecord): ConsumerLetterAbout | undefined {
  if (paymentId !== null) return { kind: 'payment', paymentId };
  return voucherId === null ? undefined : { kind: 'gift', voucherId };
}
