import type { PushMessage } from '@zawadi/contract';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts';
import type { OutboxHandler } from '../../../platform/outbox/handle-row.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { StoredNotice } from './notify.ts';
import {
  createWordingReader,
  fill,
  parseEmailWording,
  parseSmsWording,
  reword,
  type ReadWording,
} from './own-wording.ts';
import type { EmailSender } from './send-email.ts';
import type { SendSms } from './send-sms.ts';
import { isTrial } from './try-wording.ts';
import { foldFacts, voucherFields, type ResolveVoucher, type TextChannel } from './fields.ts';
import type { Channel } from './message.ts';
import { caseOf, messageOf } from './messages.ts';
import { endpointHashesOf, openSubscription } from './push-device.ts';
import type { SendPush } from './send-push.ts';
import { deleteSubscription, readSubscription } from './subscription-store.ts';
import { toGsm7 } from './gsm7.ts';
import { placeholdersOf } from './placeholders.ts';
import { renderEmail, type RenderedEmail } from './render-email.ts';

type PushHandlerDeps = { db: Db; keys: Keys; sendPush: SendPush; resolveVoucher: ResolveVoucher };

const PUSH_RETRIES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
];

export type NotificationDeps = PushHandlerDeps & {
  sendSms: SendSms;
  emailSender: EmailSender;
  resolveVoucher: ResolveVoucher;
  /** Runs after the end of a gift's SMS or mail is committed: sent, refused, given up or unknown. */
  onGiftMessage?: (voucherId: string) => Promise<void>;
};

const SMS_RETRIES_MS = [...PUSH_RETRIES_MS, 3 * HOUR_MS];
const EMAIL_RETRIES_MS = [...SMS_RETRIES_MS, 6 * HOUR_MS, 12 * HOUR_MS];

/** Creates the handlers of the outbox rows that `notify` writes, for `createOutboxWorker`. */
export function createNotificationHandlers(deps: NotificationDeps): Record<Channel, OutboxHandler> {
  const { sendSms, emailSender, resolveVoucher } = deps;
  const readWording = createWordingReader(deps.db);
  return {
    sms: {
      retryDelaysMs: SMS_RETRIES_MS,
      run: async (payload, { wasInterrupted, ageMs, signal }) => {
        const afterwards = afterwardsOf(payload, deps);
        // The former holder of the lease may have sent the SMS, and the provider would send it again.
        if (wasInterrupted) return { kind: 'unknown', reason: 'interrupted', afterwards };
        if (isTrial(payload)) return sendSms(payload.to, payload.trial.text, signal);
        const notice = noticeOf(payload);
        if (isTooLate(notice, ageMs)) return { kind: 'dead', reason: 'too late', afterwards };
        const text = await composeSms(notice, resolveVoucher, readWording);
        if (text === undefined) return { kind: 'done', afterwards };
        return { ...(await sendSms(notice.to, text, signal)), afterwards };
      },
    },
    email: {
      retryDelaysMs: EMAIL_RETRIES_MS,
      run: async (payload, { id, ageMs }) => {
        const afterwards = afterwardsOf(payload, deps);
        if (isTrial(payload)) return emailSender.send(payload.to, payload.trial, id);
        const notice = noticeOf(payload);
        if (isTooLate(notice, ageMs)) return { kind: 'dead', reason: 'too late', afterwards };
        const email = await composeEmail(notice, resolveVoucher, readWording);
        if (email === undefined) return { kind: 'done', afterwards };
        return { ...(await emailSender.send(notice.to, email, id)), afterwards };
      },
    },
    push: createPushHandler(deps),
  };
}

/** Casts a payload that `notify` sealed. */
function noticeOf(payload: unknown): StoredNotice {
  return payload as StoredNotice;
}

/** Returns what follows the end of a message: the buyer of a gift learns what became of it. */
function afterwardsOf(payload: unknown, { onGiftMessage }: NotificationDeps): () => Promise<void> {
  return async () => {
    if (isTrial(payload)) return;
    const { template, data } = noticeOf(payload);
    if (template === 'voucher-gift') await onGiftMessage?.(data.voucherId);
  };
}

function isTooLate({ template }: StoredNotice, ageMs: number): boolean {
  return ageMs > (messageOf(template).usefulForMs ?? Infinity);
}

/**
 * Creates the handler of the outbox topic `push`: one row is one message to one device. Before sending, checks whether
 * the person still wants push messages and is still signed in on that device. A retry keeps the row's id as its topic,
 * so it replaces the earlier message.
 */
function createPushHandler({ db, keys, sendPush, resolveVoucher }: PushHandlerDeps): OutboxHandler {
  return {
    retryDelaysMs: PUSH_RETRIES_MS,
    run: async (payload, { id, signal }) => {
      // `notify` sealed this payload.
      const notice = payload as StoredNotice;
      const reachesSignedOut = messageOf(notice.template).push?.reachesSignedOut ?? false;
      const sealed = await readSubscription(db, notice.to, { reachesSignedOut });
      const text = sealed && (await composePush(notice, resolveVoucher));
      if (!text) return { kind: 'done' };
      const subscription = openSubscription(keys, sealed);
      const message = { ...text, tag: id, lang: notice.language };
      const outcome = await sendPush(subscription, message, { topic: id.replaceAll('-', ''), signal });
      if (outcome.kind !== 'gone') return outcome;
      await deleteSubscription(db, notice.to, endpointHashesOf(keys, subscription.endpoint));
      return { kind: 'done' };
    },
  };
}

const noOwnWording: ReadWording = async () => undefined;

/**
 * Composes an SMS; returns undefined when its voucher cannot be resolved any more.
 * @param readWording reads the operator's own wording, which is ignored if one of its placeholders has no value
 */
export async function composeSms(
  notice: StoredNotice,
  resolveVoucher: ResolveVoucher,
  readWording = noOwnWording,
): Promise<string | undefined> {
  const { template, language } = notice;
  const copy = copyOf('sms', notice);
  const facts = await factsOf('sms', notice, resolveVoucher);
  if (!facts) return undefined;
  const own = parseSmsWording(await ownWording('sms', notice, facts, readWording));
  const values = placeholdersOf('sms', template, facts, language);
  return toGsm7((own && fill(own.text, values)) ?? copy[language](facts));
}

/** Composes an email; see `composeSms`. */
export async function composeEmail(
  notice: StoredNotice,
  resolveVoucher: ResolveVoucher,
  readWording = noOwnWording,
): Promise<RenderedEmail | undefined> {
  const { template, language } = notice;
  const copy = copyOf('email', notice);
  const facts = await factsOf('email', notice, resolveVoucher);
  if (!facts) return undefined;
  const own = parseEmailWording(await ownWording('email', notice, facts, readWording));
  const email = copy[language](facts);
  const values = placeholdersOf('email', template, facts, language);
  return renderEmail((own && reword(email, own, values)) ?? email, language);
}

async function ownWording(
  channel: TextChannel,
  { template, language }: StoredNotice,
  facts: object,
  readWording: ReadWording,
): Promise<unknown> {
  const name = caseOf(template, facts);
  return name === undefined ? undefined : readWording(channel, name, language);
}

/**
 * Composes the text of a push message and the page that it opens; returns undefined when its voucher cannot be resolved
 * any more.
 */
export async function composePush(
  notice: StoredNotice,
  resolveVoucher: ResolveVoucher,
): Promise<Omit<PushMessage, 'tag' | 'lang'> | undefined> {
  const { opens, title, body } = copyOf('push', notice);
  const facts = await factsOf('push', notice, resolveVoucher);
  return facts && { title: title[notice.language], body: body[notice.language](facts), path: opens };
}

/** Collects the facts of a message and makes the words of other users safe to show. */
async function factsOf(
  channel: Channel,
  { template, language, data, to }: StoredNotice,
  resolveVoucher: ResolveVoucher,
): Promise<object | undefined> {
  const reading = { language, channel };
  const { data: fields } = messageOf(template);
  if (!('voucherId' in data) || typeof data.voucherId !== 'string') return foldFacts(fields, data, reading);
  const { voucherId, ...rest } = data;
  const voucher = await resolveVoucher(voucherId, 'address' in data ? data.address : to);
  return (
    voucher && { ...foldFacts(fields, rest, reading), voucher: foldFacts(voucherFields, voucher, reading) }
  );
}

function copyOf<C extends Channel>(channel: C, { template }: StoredNotice) {
  const copy = messageOf(template)[channel];
  if (!copy) throw new Error(`${template} has no text for ${channel}`);
  return copy;
}
