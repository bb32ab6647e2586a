import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { cursor, day, shortText, timestamp, uuid } from './text.ts';
import { memberRoles } from './roles.ts';
import { webhookType } from './webhook-events.ts';
import { deliveryState, webhookTry } from './webhooks.ts';

/** The state of an event at one address. */
const eventDelivery = z.object({
  deliveryId: uuid,
  addressId: uuid,
  /** The name of the address, else its URL; absent once it was removed. */
  address: z.string().optional(),
  state: deliveryState,
  tries: z.number().int().nonnegative(),
  /** Status of the last attempt that got an answer. */
  lastStatus: z.number().int().optional(),
  /** While waiting. */
  nextTryAt: timestamp.optional(),
  /** False for an address that was removed or is switched off. */
  canBeSentAgain: z.boolean(),
});

export const loggedEvent = z.object({
  /** Also the `webhook-id` of every attempt. */
  eventId: uuid,
  type: webhookType,
  at: timestamp,
  /** The voucher that it concerns. */
  voucher: z.object({ voucherId: uuid, codeLastFour: z.string().optional() }).optional(),
  /** The merchant's own reference, such as an order number. */
  reference: z.string().optional(),
  /** One for each address that subscribes to it, the first address first. */
  deliveries: z.array(eventDelivery),
});
export type LoggedEvent = z.infer<typeof loggedEvent>;

const eventFilters = z.object({
  /** A voucher by its id, the last four symbols of its code, or the whole code. */
  voucher: shortText.optional(),
  type: webhookType.optional(),
  addressId: uuid.optional(),
  /** At the requested address, or at any. */
  state: deliveryState.optional(),
  /** Days in Nairobi, both inclusive. */
  from: day.optional(),
  to: day.optional(),
});
export type EventFilters = z.infer<typeof eventFilters>;

export const webhookEvents = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/webhooks/events',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Webhooks',
  summary:
    'List events of the last 30 days that an address subscribes to, newest first, with their state at each address',
  query: eventFilters.extend({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({ events: z.array(loggedEvent), nextCursor: cursor.optional() }),
  refusals: ['must_change_password'],
  rate: { perMinute: 240 },
});

export const readWebhookEvent = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/webhooks/events/:eventId',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Webhooks',
  summary: 'Get one event with its payload, and every attempt at each address',
  params: z.object({ eventId: uuid }),
  example: { params: { eventId: sample.id } },
  answer: loggedEvent.extend({
    /** The exact body that is sent, byte by byte. */
    payload: z.string(),
    deliveries: z.array(
      eventDelivery.extend({
        /** Latest first, at most 50. */
        attempts: z.array(webhookTry),
      }),
    ),
  }),
  refusals: ['not_found', 'must_change_password'],
  rate: { perMinute: 240 },
});
export type LoggedEventDetail = (typeof readWebhookEvent)['answer']['_output'];
