import type {
  HandlerAnswer,
  HandlerInput,
  readTimeline as endpoint,
  TimelineEvent,
  TransactionType,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { maskContacts } from '../../../platform/mask-contacts.ts';
import { noticeKeysAbout } from '../../services/messages/index.ts';
import { listEvents, listMessageCauses, type EventRow } from './store.ts';

type Input = HandlerInput<typeof endpoint>['params'] & HandlerInput<typeof endpoint>['query'];

/**
 * Lists the events about a person or a payment, newest first.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function readTimeline(
  db: Db,
  { subjectKind, subjectId, kind, cursor, limit }: Input,
): Promise<HandlerAnswer<typeof endpoint>> {
  const isPerson = subjectKind === 'user';
  // A payment's own page lists its messages.
  const hasMessages = isPerson && (kind === undefined || kind === 'message');
  const noticeKeys = hasMessages ? await noticeKeysOf(db, subjectId) : [];
  const found = await listEvents(
    db,
    { subjectKind, subjectId, kind, noticeKeys },
    { after: parseCursor(cursor), limit: limit + 1 },
  );
  const { shown, nextCursor } = pageOf(found, limit);
  return { events: shown.map(describe), nextCursor };
}

/** Lists the keys of messages about a person's newest payments, gifts and letters. */
async function noticeKeysOf(db: Db, userId: string): Promise<string[]> {
  const causes = await listMessageCauses(db, userId);
  return causes.flatMap(({ type, transactionId, attemptIds, giftIds }) =>
    type === 'letter'
      ? [`letter-answered:${transactionId}`]
      : noticeKeysAbout(type, { transaction: [transactionId], attempt: attemptIds, gift: giftIds }),
  );
}

function describe(row: EventRow): TimelineEvent {
  const { eventId, kind, at, title, by, text, files, type, transactionId, supportRequestId } = row;
  return {
    eventId,
    kind,
    at: at.toISOString(),
    title: kind === 'action' || kind === 'read' ? wordsOfAction(title) : maskContacts(title),
    by: by ?? undefined,
    text: text === null || text === '' ? undefined : maskContacts(text),
    files: files === null || files === 0 ? undefined : files,
    transaction: transactionOf(type, transactionId),
    supportRequestId: supportRequestId ?? undefined,
  };
}

function transactionOf(type: TransactionType | null, transactionId: string | null) {
  return type === null || transactionId === null ? undefined : { type, transactionId };
}

/** `contact.shown` becomes "Contact shown". */
function wordsOfAction(action: string): string {
  const words = action.replaceAll(/[.-]/gu, ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
