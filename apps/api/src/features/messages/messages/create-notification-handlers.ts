import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts';
import type { OutboxHandler } from '../../../platform/outbox/create-outbox-worker.ts';
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
import type { Channel, Language, ResolveVoucher, Template } from './templates.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Db } from '../../../platform/db/database.ts';
import { endpointHashOf, openSubscription } from './push-device.ts';
import type { SendPush } from './send-push.ts';
import { deleteSubscription, readSubscription } from './subscription-store.ts';
import { toGsm7 } from './gsm7.ts';
import { caseOf } from './message-cases.ts';
import { placeholdersOf, type TextChannel } from './placeholders.ts';
import { renderEmail, type RenderedEmail } from './render-email.ts';
import { emailWords } from './copy/email-copy.ts';
import type { Letter } from './copy/letter.ts';
import { pushWords, type PushText } from './copy/push-copy.ts';
import { smsWords } from './copy/sms-copy.ts';

type PushHandlerDeps = { db: Db; keys: Keys; sendPush: SendPush; resolveVoucher: ResolveVoucher };

const RETRIES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  60 * MINUTE_MS,
];

/** It says why somebody was signed out, so it must reach devices that were. */
const TELLS_OF_SIGN_OUT: ReadonlySet<Template> = new Set(['password-changed']);

export type NotificationDeps = PushHandlerDeps & {
  sendSms: SendSms;
  emailSender: EmailSender;
  resolveVoucher: ResolveVoucher;
};

const SMS_RETRIES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
];
const EMAIL_RETRIES_MS = [...SMS_RETRIES_MS, 6 * HOUR_MS, 12 * HOUR_MS];

// The codes themselves live this long; a message about a dead code only confuses.
const USEFUL_FOR_MS: Partial<Record<Template, number>> = {
  'phone-otp': 10 * MINUTE_MS,
  'withdrawal-otp': 10 * MINUTE_MS,
  'password-reset': 10 * MINUTE_MS,
  'contact-email-code': 10 * MINUTE_MS,
};

/** What carries out the outbox rows that `notify` writes, for `createOutboxWorker`. */
export function createNotificationHandlers(deps: NotificationDeps): Record<Channel, OutboxHandler> {
  const { sendSms, emailSender, resolveVoucher } = deps;
  const readWording = createWordingReader(deps.db);
  return {
    sms: {
      retryDelaysMs: SMS_RETRIES_MS,
      run: async (payload, { wasInterrupted, ageMs, signal }) => {
        // Whoever held it before may have sent it, and an SMS cannot be recognised as a repetition.
        if (wasInterrupted) return { kind: 'unknown', reason: 'interrupted' };
        if (isTrial(payload)) return sendSms(payload.to, payload.trial.text, signal);
        const notice = noticeOf(payload);
        if (isTooLate(notice, ageMs)) return { kind: 'dead', reason: 'too late' };
        const text = await renderSms(notice, resolveVoucher, readWording);
        return text === undefined ? { kind: 'done' } : sendSms(notice.to, text, signal);
      },
    },
    email: {
      retryDelaysMs: EMAIL_RETRIES_MS,
      run: async (payload, { id, ageMs }) => {
        if (isTrial(payload)) return emailSender.send(payload.to, payload.trial, id);
        const notice = noticeOf(payload);
        if (isTooLate(notice, ageMs)) return { kind: 'dead', reason: 'too late' };
        const email = await renderLetter(notice, resolveVoucher, readWording);
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

function isTooLate({ template }: StoredNotice, ageMs: number): boolean {
  return ageMs > (USEFUL_FOR_MS[template] ?? Infinity);
}

/**
 * Carries out the outbox rows of the topic `push`: one row, one device. Whether the person still wants it, and is still
 * signed in there, is looked up as it leaves. The row's id makes a repetition replace what it repeats.
 */
function createPushHandler({ db, keys, sendPush, resolveVoucher }: PushHandlerDeps): OutboxHandler {
  return {
    retryDelaysMs: RETRIES_MS,
    run: async (payload, { id, signal }) => {
      // What `notify` has sealed comes back as it was.
      const notice = payload as StoredNotice;
      const reachesSignedOut = TELLS_OF_SIGN_OUT.has(notice.template);
      const sealed = await readSubscription(db, notice.to, { reachesSignedOut });
      const text = sealed && (await renderPush(notice, resolveVoucher));
      if (!text) return { kind: 'done' };
      const subscription = openSubscription(keys, sealed);
      const message = { ...text, tag: id, lang: notice.language };
      const outcome = await sendPush(subscription, message, { topic: id.replaceAll('-', ''), signal });
      if (outcome.kind !== 'gone') return outcome;
      await deleteSubscription(db, notice.to, endpointHashOf(keys, subscription.endpoint));
      return { kind: 'done' };
    },
  };
}

const noneOfItsOwn: ReadWording = async () => undefined;

/**
 * The text of an SMS; undefined when there is nothing to tell any more.
 * @param readWording the operator's own words, which are not used while a fact they name is missing
 */
export async function renderSms(
  notice: StoredNotice,
  resolveVoucher: ResolveVoucher,
  readWording = noneOfItsOwn,
): Promise<string | undefined> {
  const words = wordsFor<string>(smsWords, notice);
  const facts = await factsOf(notice, resolveVoucher);
  if (!facts) return undefined;
  const own = parseSmsWording(await ownWording('sms', notice, facts, readWording));
  const values = placeholdersOf('sms', facts, notice.language);
  return toGsm7((own && fill(own.text, values)) ?? words(facts));
}

/** An e-mail; otherwise as `renderSms`. */
export async function renderLetter(
  notice: StoredNotice,
  resolveVoucher: ResolveVoucher,
  readWording = noneOfItsOwn,
): Promise<RenderedEmail | undefined> {
  const words = wordsFor<Letter>(emailWords, notice);
  const facts = await factsOf(notice, resolveVoucher);
  if (!facts) return undefined;
  const own = parseEmailWording(await ownWording('email', notice, facts, readWording));
  const letter = words(facts);
  const values = placeholdersOf('email', facts, notice.language);
  return renderEmail((own && reword(letter, own, values)) ?? letter, notice.language);
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
export async function renderPush(
  notice: StoredNotice,
  resolveVoucher: ResolveVoucher,
): Promise<(PushText & { path: string }) | undefined> {
  const words = wordsFor<PushText>(pushWords, notice);
  const facts = await factsOf(notice, resolveVoucher);
  const { opens } = pushWords[notice.template as keyof typeof pushWords];
  return facts && { ...words(facts), path: opens };
}

async function factsOf(
  { data, to }: StoredNotice,
  resolveVoucher: ResolveVoucher,
): Promise<object | undefined> {
  if (!('voucherId' in data) || typeof data.voucherId !== 'string') return data;
  const { voucherId, ...rest } = data;
  const voucher = await resolveVoucher(voucherId, 'address' in data ? data.address : to);
  return voucher && { ...rest, voucher };
}

/** The types of `notify` have paired template, data and channel; this is where they are met again. */
function wordsFor<Words>(
  table: Partial<Record<string, Record<Language, (facts: never) => Words>>>,
  { template, language }: StoredNotice,
): (facts: object) => Words {
  const words = table[template]?.[language];
  if (!words) throw new Error(`no words for ${template} in ${language}`);
  return words as (facts: object) => Words;
}
