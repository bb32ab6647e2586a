import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { cursor, timestamp, uuid } from './text.ts';
import { memberRoles } from './roles.ts';
import { webhookEventName, webhookType } from './webhook-events.ts';
import { parseUrl } from './parse-url.ts';
import { trimmedEnds } from './pasted.ts';

const LONGEST_URL = 500;

/**
 * A URL as typed. Only the server can check that it leads to the open internet. This schema already refuses forms that
 * no webhook URL may have, so that the error appears at the field.
 */
export const webhookUrl = z
  .string()
  .overwrite(trimmedEnds)
  .max(LONGEST_URL, { error: `This address is longer than ${LONGEST_URL} characters.` })
  .refine((typed) => parseUrl(typed) !== undefined && /^https?:\/\//iu.test(typed), {
    error: 'Please enter a full address, such as https://shop.example.com/zawadi.',
  })
  .refine((typed) => !hasCredentials(typed), {
    error: 'Please leave the user name and password out of the address. Every message is signed instead.',
  });

function hasCredentials(typed: string): boolean {
  const url = parseUrl(typed);
  return url !== undefined && (url.username !== '' || url.password !== '');
}

/**
 * `not-set`: there is no address. `failing`: the latest attempts failed and are retried. `switched-off`: we have
 * switched the address off, until it is saved again. `paused`: the merchant is not active.
 */
export const webhookState = z.enum(['not-set', 'on', 'failing', 'switched-off', 'paused']);

export const webhookSettings = z.object({
  url: z.string().optional(),
  state: webhookState,
  /** Explains `failing` or `switched-off` to this merchant, in one sentence. */
  explanation: z.string().optional(),
  /** Number of failed attempts since the last success, while `failing`. */
  failures: z.number().int().positive().optional(),
  /** `gone`: the address answered 410. `failing`: it failed for three days. */
  switchedOffReason: z.enum(['gone', 'failing']).optional(),
  /** The events that are sent. These are all events, until the merchant switches some off. */
  events: z.array(webhookEventName),
  /** Absent until the first address is saved. */
  secret: z
    .object({
      madeAt: timestamp,
      /** Until then, messages are also signed with the previous secret. */
      oldValidUntil: timestamp.optional(),
    })
    .optional(),
});
export type WebhookSettings = z.infer<typeof webhookSettings>;

export const readWebhook = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/webhooks',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Webhooks',
  summary: 'Get the first address and the events it gets',
  answer: webhookSettings,
  refusals: ['must_change_password'],
});

/** `whsec_` and 32 random bytes in base64, as Standard Webhooks defines secrets. Shown only once. */
export const signingSecret = z.string();

export const saveWebhook = endpoint({
  method: 'PUT',
  path: '/api/merchants/v1/webhooks',
  needsStepUp: true,
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Webhooks',
  summary:
    'Change the first address and the events it gets; saving an address also switches it on again. A 422 names the problem ' +
    'under `url`: not https, not on the open internet, one of our own',
  body: z.object({
    /** Null removes the address. If absent, the address stays. */
    url: webhookUrl.nullable().optional(),
    /** If absent, the events stay unchanged. */
    events: z.array(webhookEventName).max(20).optional(),
  }),
  example: { body: { url: sample.url, events: ['voucher.redeemed'] } },
  answer: webhookSettings.extend({
    /** Present only if the owner has saved the first address. */
    signingSecret: signingSecret.optional(),
  }),
  message: 'Webhook saved',
  refusals: ['validation_failed', 'must_change_password', 'too_many_requests'],
  rate: { perMinute: 30 },
});

export const makeWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/merchants/v1/webhooks/secret',
  needsStepUp: true,
  audience: 'merchant',
  roles: memberRoles.owner,
  tag: 'Webhooks',
  summary:
    'Make a new signing secret for the first address, shown once; the old one also signs for 24 hours unless it leaked',
  body: z.object({
    /** Whether the old secret has leaked. Then only the new secret signs messages from now on. */
    endsOld: z.boolean().default(false),
  }),
  example: { body: { endsOld: false } },
  answer: z.object({ signingSecret, oldValidUntil: timestamp.optional() }),
  message: 'Signing secret made',
  refusals: ['webhook_not_set', 'must_change_password', 'too_many_requests'],
  rate: { perMinute: 10 },
});

/**
 * `waiting`: the first or next attempt is due later. `delivered`: the receiver has answered 2xx. `failed`: there will
 * be no further attempt.
 */
export const deliveryState = z.enum(['waiting', 'delivered', 'failed']);

export const webhookDelivery = z.object({
  /** For the first address this is the same as `eventId`. */
  deliveryId: uuid,
  /** Id of the event; every attempt at every address sends it as `webhook-id`. */
  eventId: uuid,
  addressId: uuid,
  type: webhookType,
  state: deliveryState,
  createdAt: timestamp,
  tries: z.number().int().nonnegative(),
  /** HTTP status of the last attempt that got an answer. */
  lastStatus: z.number().int().optional(),
  /** When the next attempt is due; present only while `waiting`. */
  nextTryAt: timestamp.optional(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const webhookTry = z.object({
  number: z.number().int().positive(),
  at: timestamp,
  url: z.string(),
  durationMs: z.number().int().nonnegative(),
  isDelivered: z.boolean(),
  /** HTTP status; absent if no answer came. */
  status: z.number().int().optional(),
  /** First 2 KB of the receiver's answer. */
  responseBody: z.string().optional(),
  /** The outcome of the attempt, in one sentence. */
  explanation: z.string(),
});
export type WebhookTry = z.infer<typeof webhookTry>;

export const webhookDeliveryDetail = webhookDelivery.extend({
  /** The exact bytes of the body that is sent. */
  payload: z.string(),
  /** Latest first, at most 50. */
  attempts: z.array(webhookTry),
});
export type WebhookDeliveryDetail = z.infer<typeof webhookDeliveryDetail>;

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/merchants/v1/webhooks/test',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Webhooks',
  summary: 'Send one signed `webhook.test` to the first address now, and return its outcome',
  body: z.object({}),
  answer: webhookDeliveryDetail,
  message: 'Test sent',
  refusals: ['webhook_not_set', 'must_change_password', 'too_many_requests'],
  rate: { perMinute: 20 },
});

export const webhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/webhooks/deliveries',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Webhooks',
  summary: 'List deliveries of the last 30 days: delivered, waiting or failed, newest first',
  query: z.object({
    state: deliveryState.optional(),
    type: webhookType.optional(),
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({ deliveries: z.array(webhookDelivery), nextCursor: cursor.optional() }),
  refusals: ['must_change_password'],
  rate: { perMinute: 240 },
});

export const readWebhookDelivery = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/webhooks/deliveries/:deliveryId',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Webhooks',
  summary: 'Get one event at one address, with its payload and every attempt',
  params: z.object({ deliveryId: uuid }),
  example: { params: { deliveryId: sample.id } },
  answer: webhookDeliveryDetail,
  refusals: ['not_found', 'must_change_password'],
  rate: { perMinute: 240 },
});

export const sendWebhookAgain = endpoint({
  method: 'POST',
  path: '/api/merchants/v1/webhooks/deliveries/:deliveryId/send-again',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Webhooks',
  summary:
    'Send an event again to one address at once, under the same webhook-id, with a full set of retries',
  params: z.object({ deliveryId: uuid }),
  body: z.object({}),
  example: { params: { deliveryId: sample.id } },
  answer: webhookDeliveryDetail,
  message: 'On its way again',
  refusals: [
    'not_found',
    'webhook_not_set',
    'webhook_switched_off',
    'must_change_password',
    'too_many_requests',
  ],
  rate: { perMinute: 120 },
});
