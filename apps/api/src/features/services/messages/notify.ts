import type { LanguageName } from '@zawadi/contract';
import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { enqueue, type OutboxRow } from '../../../platform/outbox/enqueue.ts';
import { findPushDevices } from './subscription-store.ts';
import type { Channel } from './message.ts';
import { messageOf, noticeKey, type Template, type TemplateBy, type TemplateData } from './messages.ts';

type NoticeOf<T extends Template> = {
  template: T;
  data: TemplateData[T];
  /** Phone number, 254XXXXXXXXX; if absent, no SMS is sent. */
  sms?: T extends TemplateBy<'sms'> ? string : undefined;
  /** Email address; if absent, no email is sent. */
  email?: T extends TemplateBy<'email'> ? string : undefined;
  /**
   * The devices to notify. No push is sent if this is absent, if the person has switched push off, or if no device is
   * subscribed.
   */
  push?: T extends TemplateBy<'push'> ? PushTarget : undefined;
  /** English by default. */
  language?: LanguageName;
  /** Identifies the cause, so that a repeated cause sends the message once. */
  dedupeKey?: string;
  /** The trace of the cause, if the current transaction has several causes; by default the current trace. */
  traceparent?: string | undefined;
};

/** All devices of a person, except the one that caused the message. */
export type PushTarget = { userId: string; exceptSessionId?: string };

/** One message to one person, by SMS, email, push or all of them. */
export type Notice = { [T in Template]: NoticeOf<T> }[Template];

/** Payload of an outbox row of the topics `sms`, `email` and `push`. For `push`, `to` is the id of a session. */
export type StoredNotice = {
  [T in Template]: { template: T; data: TemplateData[T]; language: LanguageName; to: string };
}[Template];

/**
 * Notifies people of an effect, in the transaction of that effect. Writes one outbox row for each channel and each
 * subscribed device, in one SQL statement for all notices.
 */
export async function notify(tx: Transaction, deps: { keys: Keys }, ...notices: Notice[]): Promise<void> {
  const rows = notices.flatMap((notice) => {
    const { sms, email, dedupeKey } = notice;
    return [
      ...(sms === undefined ? [] : [rowFor('sms', notice, sms, dedupeKey)]),
      ...(email === undefined || isNowhere(email) ? [] : [rowFor('email', notice, email, dedupeKey)]),
    ];
  });
  await enqueue(tx, deps.keys, [...rows, ...(await pushRowsFor(tx, notices))]);
}

/**
 * Whether an email address is the placeholder of an account without one. No host has a name in `.invalid` (RFC 2606).
 */
function isNowhere(email: string): boolean {
  return email.endsWith('.invalid');
}

async function pushRowsFor(tx: Transaction, notices: Notice[]): Promise<OutboxRow[]> {
  const userIds = notices.flatMap(({ push }) => push?.userId ?? []);
  // Most notices, including the most frequent ones, have no push.
  if (userIds.length === 0) return [];
  const devices = await findPushDevices(tx, userIds);
  return notices.flatMap((notice) =>
    devices
      .filter(({ userId, sessionId }) => {
        const { push } = notice;
        return userId === push?.userId && sessionId !== push.exceptSessionId;
      })
      .map(({ sessionId }) => {
        const { dedupeKey } = notice;
        return rowFor('push', notice, sessionId, dedupeKey && `${dedupeKey}:${sessionId}`);
      }),
  );
}

function rowFor(channel: Channel, notice: Notice, to: string, dedupeKey: string | undefined): OutboxRow {
  const { template, data, language = 'en', traceparent } = notice;
  return {
    topic: channel,
    payload: { template, data, language, to },
    isUrgent: messageOf(template).isUrgent ?? false,
    traceparent,
    ...(dedupeKey !== undefined && { dedupeKey: noticeKey(template, dedupeKey) }),
  };
}
