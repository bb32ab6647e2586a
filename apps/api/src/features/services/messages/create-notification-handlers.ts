import type { PushMessage } from '@zawadi/contract';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts';
import type { OutboxHandler } from '../../../platform/outbox/create-outbox-worker.ts';
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
  /** The SMS of a gift has left, or may have. */
  onGiftSms?: (voucherId: string, msisdn: string) => Promise<void>;
};

const SMS_RETRIES_MS = [...PUSH_RETRIES_MS, 3 * HOUR_MS];
const EMAIL_RETRIES_MS = [...SMS_RETRIES_MS, 6 * HOUR_MS, 12 * HOUR_MS];

/** What carries out the outbox rows that `notify` writes, for `createOutboxWorker`. */
export function createNotificationHandlers(deps: NotificationDeps): Record<Channel, OutboxHandler> {
  const { sendSms, emailSender, resolveVoucher } = deps;
  const readWording = createWordingReader(deps.db);
  return {
    sms: {
      retryDelaysMs: SMS_RETRIES_MS,
      run: async (payload, { wasInterrupted, ageMs, signal }) => {
        // The process that held it before may have sent it, and the provider would send it again.
        if (wasInterrupted) {
          if (!isTrial(payload)) await noteGift(noticeOf(payload), deps);
          return { kind: 'unknown', reason: 'interrupted' };
        }
        if (isTrial(payload)) return sendSms(payload.to, payload.trial.text, signal);
        const notice = noticeOf(payload);
        if (isTooLate(notice, ageMs)) return { kind: 'dead', reason: 'too late' };
        const text = await composeSms(notice, resolveVoucher, readWording);
        if (text === undefined) return { kind: 'done' };
        const outcome = await sendSms(notice.to, text, signal);
        if (outcome.kind === 'done' || outcome.kind === 'unknown') await noteGift(notice, deps);
        return outcome;
      },
    },
    email: {
      retryDelaysMs: EMAIL_RETRIES_MS,
      run: async (payload, { id, ageMs }) => {
        if (isTrial(payload)) return emailSender.send(payload.to, payload.trial, id);
        const notice = noticeOf(payload);
        if (isTooLate(notice, ageMs)) return { kind: 'dead', reason: 'too late' };
        const email = await composeEmail(notice, resolveVoucher, readWording);
        return email === undefined ? { kind: 'done' } : emailSender.send(notice.to, email, id);
      },
    },
    push: createPushHandler(deps),
  };
}

/** What `notify` has sealed comes back as it was. */
function noticeOf(payload: unknown): StoredNotice {
  return payload as StoredNotice;
}

/** A fault here must not have the SMS sent twice: its buyer could then only correct it for longer. */
async function noteGift({ template, data, to }: StoredNotice, deps: NotificationDeps): Promise<void> {
  if (template === 'voucher-gift') await deps.onGiftSms?.(data.voucherId, to).catch(() => {});
}

function isTooLate({ template }: StoredNotice, ageMs: number): boolean {
  return ageMs > (messageOf(template).usefulForMs ?? Infinity);
}

/**
 * Carries out the outbox rows of the topic `push`: one row, one device. Whether the person still wants it, and is still
 * signed in there, is looked up as it leaves. The row's id makes a repetition replace what it repeats.
 */
function createPushHandler({ db, keys, sendPush, resolveVoucher }: PushHandlerDeps): OutboxHandler {
  return {
    retryDelaysMs: PUSH_RETRIES_MS,
    run: async (payload, { id, signal }) => {
      // What `notify` has sealed comes back as it was.
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

const noneOfItsOwn: ReadWording = async () => undefined;

/**
 * The text of an SMS; undefined when there is nothing to tell any more.
 * @param readWording the operator's own wording, which is not used while a fact they name is missing
 */
export async function composeSms(
  notice: StoredNotice,
  resolveVoucher: ResolveVoucher,
  readWording = noneOfItsOwn,
): Promise<string | undefined> {
  const { template, language } = notice;
  const copy = copyOf('sms', notice);
  const facts = await factsOf('sms', notice, resolveVoucher);
  if (!facts) return undefined;
  const own = parseSmsWording(await ownWording('sms', notice, facts, readWording));
  const values = placeholdersOf('sms', template, facts, language);
  return toGsm7((own && fill(own.text, values)) ?? copy[language](facts));
}

/** An email; otherwise as `composeSms`. */
export async function composeEmail(
  notice: StoredNotice,
  resolveVoucher: ResolveVoucher,
  readWording = noneOfItsOwn,
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

/** What a locked screen shows, and what opens; undefined when there is nothing to tell any more. */
export async function composePush(
  notice: StoredNotice,
  resolveVoucher: ResolveVoucher,
): Promise<Omit<PushMessage, 'tag' | 'lang'> | undefined> {
  const { opens, title, body } = copyOf('push', notice);
  const facts = await factsOf('push', notice, resolveVoucher);
  return facts && { title: title[notice.language], body: body[notice.language](facts), path: opens };
}

/** What the copy is made from, with the words of strangers folded. */
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
  if (!copy) throw new Error(`${template} does not go out by ${channel}`);
  return copy;
}
