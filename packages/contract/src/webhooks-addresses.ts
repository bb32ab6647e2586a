import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { timestamp, uuid } from './text.ts';
import { optionalThingName } from './thing-names.ts';
import { memberRoles } from './roles.ts';
import { webhookEventName } from './webhook-events.ts';
import { signingSecret, webhookDeliveryDetail, webhookSettings, webhookUrl } from './webhooks.ts';

const description = optionalThingName(60);

const ofOwnersAndManagers = {
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Webhooks',
} as const;

/** The most webhook addresses that a merchant can have. */
export const WEBHOOK_ADDRESSES_AT_MOST = 5;

/** One webhook address, with its own events, secret and state. */
export const webhookAddress = webhookSettings.extend({
  /** For the first address this is the merchant's id. */
  addressId: uuid,
  url: z.string(),
  /** The owner's name for the address; empty if it has none. */
  description: z.string(),
  createdAt: timestamp,
});
export type WebhookAddress = z.infer<typeof webhookAddress>;

const events = z.array(webhookEventName).max(20).optional();
const params = z.object({ addressId: uuid });
const sampleAddress = { addressId: sample.id };

export const listWebhookAddresses = endpoint({
  ...ofOwnersAndManagers,
  method: 'GET',
  path: '/api/merchants/v1/webhooks/addresses',
  summary: 'List the addresses that events are sent to, the first one first',
  answer: z.object({ addresses: z.array(webhookAddress) }),
  refusals: ['must_change_password'],
  rate: { perMinute: 240 },
});

export const addWebhookAddress = endpoint({
  ...ofOwnersAndManagers,
  method: 'POST',
  path: '/api/merchants/v1/webhooks/addresses',
  needsStepUp: true,
  summary: 'Add an address with its own signing secret, which only its owner sees, once',
  body: z.object({
    url: webhookUrl,
    description: description.default(''),
    /** All events if absent. */
    events,
  }),
  example: { body: { url: sample.url, description: 'Stock', events: ['voucher.redeemed'] } },
  answer: webhookAddress.extend({
    /** Present only if the owner has added the address. */
    signingSecret: signingSecret.optional(),
  }),
  message: 'Webhook saved',
  refusals: ['webhook_addresses_full', 'validation_failed', 'must_change_password', 'too_many_requests'],
  rate: { perMinute: 30 },
});

export const changeWebhookAddress = endpoint({
  ...ofOwnersAndManagers,
  method: 'PUT',
  path: '/api/merchants/v1/webhooks/addresses/:addressId',
  needsStepUp: true,
  summary: 'Change an address, its name or its events; saving the address also switches it on again',
  params,
  /** Omitted fields stay unchanged. */
  body: z.object({ url: webhookUrl.optional(), description: description.optional(), events }),
  example: { params: sampleAddress, body: { events: ['voucher.redeemed'] } },
  answer: webhookAddress,
  message: 'Webhook saved',
  refusals: ['not_found', 'validation_failed', 'must_change_password', 'too_many_requests'],
  rate: { perMinute: 120 },
});

export const removeWebhookAddress = endpoint({
  ...ofOwnersAndManagers,
  method: 'DELETE',
  path: '/api/merchants/v1/webhooks/addresses/:addressId',
  needsStepUp: true,
  summary: 'Remove an address; its waiting deliveries are given up, and delivered ones stay in the log',
  params,
  example: { params: sampleAddress },
  answer: z.object({}),
  message: 'Webhook removed',
  refusals: ['not_found', 'must_change_password', 'too_many_requests'],
  rate: { perMinute: 60 },
});

export const makeWebhookAddressSecret = endpoint({
  ...ofOwnersAndManagers,
  roles: memberRoles.owner,
  method: 'POST',
  path: '/api/merchants/v1/webhooks/addresses/:addressId/secret',
  needsStepUp: true,
  summary:
    'As for the first address: make a new signing secret; both sign for 24 hours unless the old one leaked',
  params,
  body: z.object({ endsOld: z.boolean().default(false) }),
  example: { params: sampleAddress, body: { endsOld: false } },
  answer: z.object({ signingSecret, oldValidUntil: timestamp.optional() }),
  message: 'Signing secret made',
  refusals: ['not_found', 'webhook_not_set', 'must_change_password', 'too_many_requests'],
  rate: { perMinute: 10 },
});

export const testWebhookAddress = endpoint({
  ...ofOwnersAndManagers,
  method: 'POST',
  path: '/api/merchants/v1/webhooks/addresses/:addressId/test',
  summary: 'Send one signed `webhook.test` to one address now, and return its outcome',
  params,
  body: z.object({}),
  example: { params: sampleAddress },
  answer: webhookDeliveryDetail,
  message: 'Test sent',
  refusals: ['not_found', 'webhook_not_set', 'must_change_password', 'too_many_requests'],
  rate: { perMinute: 20 },
});
