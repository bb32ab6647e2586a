import type { Keys } from '../../platform/crypto/keys.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { enqueue, type OutboxRow } from '../../platform/outbox/enqueue.ts';
import {
  isUrgent,
  type Channel,
  type EmailTemplate,
  type Language,
  type SmsTemplate,
  type Template,
  type TemplateData,
} from './templates.ts';

type NoticeOf<T extends Template> = {
  template: T;
  data: TemplateData[T];
  /** 254XXXXXXXXX; no SMS when absent. */
  sms?: T extends SmsTemplate ? string : undefined;
  /** No e-mail when absent. */
  email?: T extends EmailTemplate ? string : undefined;
  /** English unless told. */
  language?: Language;
  /** Names the cause, so that a repeated cause tells people once. */
  dedupeKey?: string;
};

/** One message to one person, by SMS, e-mail or both. */
export type Notice = { [T in Template]: NoticeOf<T> }[Template];

/** What an outbox row of the topics `sms` and `email` carries. */
export type StoredNotice = {
  [T in Template]: { template: T; data: TemplateData[T]; language: Language; to: string };
}[Template];

/**
 * Has people told about an effect, in the transaction of that effect. One outbox row for each channel, one
 * statement for all notices.
 */
export async function notify(tx: Transaction, deps: { keys: Keys }, ...notices: Notice[]): Promise<void> {
  const rows = notices.flatMap((notice) => [rowFor('sms', notice), rowFor('email', notice)]);
  await enqueue(
    tx,
    deps.keys,
    rows.filter((row) => row !== undefined),
  );
}

function rowFor(channel: Channel, notice: Notice): OutboxRow | undefined {
  const to = notice[channel];
  if (to === undefined) return undefined;
  const { template, data, language = 'en', dedupeKey } = notice;
  return {
    topic: channel,
    payload: { template, data, language, to },
    isUrgent: isUrgent(template),
    ...(dedupeKey !== undefined && { dedupeKey: `${template}:${dedupeKey}` }),
  };
}
