import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts';
import type { OutboxHandler } from '../../../platform/outbox/create-outbox-worker.ts';
import type { StoredNotice } from './notify.ts';
import { renderLetter, renderSms } from './render-notice.ts';
import { createPushHandler, type PushHandlerDeps } from './create-push-handler.ts';
import { createWordingReader } from './own-wording.ts';
import type { EmailSender } from './send-email.ts';
import type { SendSms } from './send-sms.ts';
import { isTrial } from './try-wording.ts';
import type { Channel, ResolveVoucher, Template } from './templates.ts';

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
