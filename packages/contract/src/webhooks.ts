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
 * An address as typed. Only the server can check that it leads to the open internet; what no webhook address
 * may contain is refused here already, under the field.
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
 * `not-set` without an address; `failing` while the last tries had no success, which are repeated; `switched-off` by us,
 * until the address is saved again; `paused` while the merchant itself is not active.
 */
export const webhookState = z.enum(['not-set', 'on', 'failing', 'switched-off', 'paused']);

export const webhookSettings = z.object({
  url: z.string().optional(),
  state: webhookState,
  /** What `failing` and `switched-off` mean for this merchant, in one sentence. */
  explanation: z.string().optional(),
  /** Tries since the last success, while `failing`. */
  failures: z.number().int().positive().optional(),
  /** `gone` answered 410; `failing` failed for three days. */
  switchedOffReason: z.enum(['gone', 'failing']).optional(),
  /** What is sent; all of them unless switched off. */
  events: z.array(webhookEventName),
  /** Absent before the first address is saved. */
  secret: z
    .object({
      madeAt: timestamp,
      /** Until then messages also carry a signature by the secret before. */
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
  summary: 'Where events are sent, and which, for the first address',
  answer: webhookSettings,
  refusals: ['must_change_password'],
});

/** `whsec_` and 32 random bytes in base64, as Standard Webhooks has it. Shown once. */
export const signingSecret = z.string();

export const saveWebhook = endpoint({
  method: 'PUT',
  path: '/api/merchants/v1/webhooks',
  needsStepUp: true,
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Webhooks',
  summary:
    'Change where events are sent, and which, for the first address; saving an address also switches it on again. 422 says under ' +
    '`url` what is wrong with it: not https, not on the open internet, one of our own',
  body: z.object({
    /** Null takes the address away; absent leaves it. */
    url: webhookUrl.nullable().optional(),
    /** Absent leaves them. */
    events: z.array(webhookEventName).max(20).optional(),
  }),
  example: { body: { url: sample.url, events: ['voucher.redeemed'] } },
  answer: webhookSettings.extend({
    /** Only when the first address was saved by the owner. */
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
    'Make a new signing secret for the first address, shown once; the old one is used beside it for 24 hours unless it leaked',
  body: z.object({
    /** True when the old one leaked: messages are signed by the new one only from now on. */
    endsOld: z.boolean().default(false),
  }),
  example: { body: { endsOld: false } },
  answer: z.object({ signingSecret, oldValidUntil: timestamp.optional() }),
  message: 'Signing secret made',
  refusals: ['webhook_not_set', 'must_change_password', 'too_many_requests'],
  rate: { perMinute: 10 },
});

/** `waiting` for a try, its first or its next; `delivered` once the receiver has answered 2xx; `failed` for good. */
export const deliveryState = z.enum(['waiting', 'delivered', 'failed']);

export const webhookDelivery = z.object({
  /** Of the first address: the same as `eventId`. */
  deliveryId: uuid,
  /** Also the `webhook-id` of every try, at each address. */
  eventId: uuid,
  addressId: uuid,
  type: webhookType,
  state: deliveryState,
  createdAt: timestamp,
  tries: z.number().int().nonnegative(),
  /** Of the last try that was answered. */
  lastStatus: z.number().int().optional(),
  /** While waiting. */
  nextTryAt: timestamp.optional(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const webhookTry = z.object({
  number: z.number().int().positive(),
  at: timestamp,
  url: z.string(),
  durationMs: z.number().int().nonnegative(),
  isDelivered: z.boolean(),
  /** Absent when nothing was answered. */
  status: z.number().int().optional(),
  /** What the receiver said: the first 2 KB. */
  responseBody: z.string().optional(),
  /** What came of it, in one sentence. */
  explanation: z.string(),
});
export type WebhookTry = z.infer<typeof webhookTry>;

export const webhookDeliveryDetail = webhookDelivery.extend({
  /** The body as it is sent, to the byte. */
  payload: z.string(),
  /** The latest first, 50 at most. */
  attempts: z.array(webhookTry),
});
export type WebhookDeliveryDetail = z.infer<typeof webhookDeliveryDetail>;

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/merchants/v1/webhooks/test',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Webhooks',
  summary: 'Send a signed `webhook.test` to the first address now, once, and tell what came back',
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
  summary: 'What was sent, is to be sent or has failed in the last 30 days, newest first',
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
  summary: 'One event at one address, with its payload and every try to deliver it',
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
    'Send an event again to one address at once, under the same webhook-id, with all its retries before it',
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
