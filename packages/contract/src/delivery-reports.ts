import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { timestamp } from './text.ts';

/** State of a message. `unclear`: the provider may have it, but did not answer, so no report will come. */
export const messageState = z.enum(['being_sent', 'sent', 'delivered', 'not_delivered', 'unclear']);

export type MessageState = z.infer<typeof messageState>;

/** Why a message was not delivered. */
export const messageFailure = z.enum([
  'no_such_number',
  'number_inactive',
  'phone_unreachable',
  'blocked',
  'no_such_address',
  'mailbox_full',
  'mail_refused',
  'too_late',
  'other',
]);

export type MessageFailure = z.infer<typeof messageFailure>;

/** A message by one channel, without its text. */
export const sentMessage = z.object({
  state: messageState,
  /** Only of a message that was not delivered. */
  failure: messageFailure.optional(),
  /** When the state became known; of a message being sent, when it was written. */
  at: timestamp,
});

export type SentMessage = z.infer<typeof sentMessage>;

const token = z.string().regex(/^[0-9a-f]{64}$/u);

/**
 * Callback URL for the SMS gateway (Africa's Talking, *Delivery reports*). The token in the URL is the only secret, and
 * is compared before the form is read. Reports may be repeated and may come in any order.
 */
export const reportSms = endpoint({
  method: 'POST',
  path: '/api/hooks/sms-reports/:token',
  audience: 'provider',
  tag: 'Provider',
  summary: 'Receive a delivery report from the SMS gateway',
  params: z.object({ token }),
  form: { maximumBytes: 4_096 },
  body: z.object({
    /** The gateway's id of the SMS, as in its answer to the request that sent the SMS. */
    id: z.string().min(1).max(100),
    /** Sent, Submitted, Buffered, Rejected, Success, Failed, AbsentSubscriber; others may be added. */
    status: z.string().min(1).max(40),
    failureReason: z.string().max(100).optional(),
  }),
  example: { params: { token: 'ab'.repeat(32) }, body: { id: 'ATXid_1', status: 'Success' } },
  answer: z.object({}),
  refusals: ['not_found', 'repeated_field'],
});

/** URL to which the operator's mail server posts each mail that arrives at the address for bounces. */
export const reportMail = endpoint({
  method: 'POST',
  path: '/api/hooks/mail-bounces/:token',
  audience: 'provider',
  tag: 'Provider',
  summary: 'Receive a delivery status notification (RFC 3464) from the mail server, as a raw mail',
  params: z.object({ token }),
  upload: { mediaTypes: ['message/rfc822'], maximumBytes: 1_000_000 },
  body: z.file(),
  example: { params: { token: 'ab'.repeat(32) } },
  answer: z.object({}),
  refusals: ['not_found'],
});
