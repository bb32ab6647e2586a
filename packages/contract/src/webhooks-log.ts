import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { cursor, day, shortText, timestamp, uuid } from './text.ts';
import { memberRoles } from './roles.ts';
import { webhookType } from './webhook-events.ts';
import { deliveryState, webhookTry } from './webhooks.ts';

/** The delivery of an event to one address. */
const eventDelivery = z.object({
  deliveryId: uuid,
  addressId: uuid,
  /** Name of the address, or its URL if it has no name. Absent if the address was removed. */
  address: z.string().optional(),
  state: deliveryState,
  tries: z.number().int().nonnegative(),
  /** HTTP status of the last attempt that got an answer. */
  lastStatus: z.number().int().optional(),
  /** When the next attempt is due; present only while the event waits. */
  nextTryAt: timestamp.optional(),
  /** False if the address was removed or is switched off. */
  canBeSentAgain: z.boolean(),
});

export const loggedEvent = z.object({
  /** Id of the event; every attempt sends it as `webhook-id`. */
  eventId: uuid,
  type: webhookType,
  at: timestamp,
  /** The voucher that the event is about. */
  voucher: z.object({ voucherId: uuid, codeLastFour: z.string().optional() }).optional(),
  /** The merchant's own reference, such as an order number. */
  reference: z.string().optional(),
  /** One delivery for each address that subscribes to the event, the first address first. */
  deliveries: z.array(eventDelivery),
});
export type LoggedEvent = z.infer<typeof loggedEvent>;

const eventFilters = z.object({
  /** Events of one voucher: its id, the last four symbols of its code, or its whole code. */
  voucher: shortText.optional(),
  type: webhookType.optional(),
  addressId: uuid.optional(),
  /** State of the delivery to `addressId`, or to any address if that is absent. */
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
    /** The exact bytes of the body that is sent. */
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
