import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { listOf, page, period } from './merchant-api-lists.ts';
import { timestamp, uuid } from './text.ts';
import { webhookType } from './webhook-events.ts';

const eventExample = {
  id: sample.redemptionId,
  object: 'event',
  type: 'voucher.redeemed',
  timestamp: '2026-11-20T08:15:30.123Z',
  data: {
    voucher_id: sample.id,
    redemption_id: sample.redemptionId,
    amount: 350,
    balance: 600,
    status: 'PARTIALLY_REDEEMED',
    currency: 'KES',
  },
} as const;

export const eventObject = z
  .object({
    id: uuid.describe('Webhook messages carry this id as `webhook-id`. Handle each id once.'),
    object: z.literal('event'),
    type: webhookType,
    timestamp: timestamp.describe('When the event happened.'),
    data: z.record(z.string(), z.unknown()).describe('The same data as in webhook messages of this type.'),
  })
  .meta({ id: 'Event', description: 'An event that was or will be sent to your webhook addresses.' });
export type EventObject = z.infer<typeof eventObject>;

export const readEventByMachine = endpoint({
  method: 'GET',
  path: '/api/v1/events/:id',
  audience: 'machine',
  operationId: 'retrieveEvent',
  keyRight: 'read',
  tag: 'Merchant API',
  summary: 'Get one event of the last 30 days',
  params: z.object({
    id: uuid.describe('The id of the event, which webhook messages carry as `webhook-id`.'),
  }),
  example: { params: { id: sample.redemptionId }, answer: eventExample },
  answer: eventObject,
  refusals: ['event_not_found'],
});

export const listEventsByMachine = endpoint({
  method: 'GET',
  path: '/api/v1/events',
  audience: 'machine',
  operationId: 'listEvents',
  keyRight: 'read',
  tag: 'Merchant API',
  summary: 'List events of the last 30 days that a webhook address subscribes to, newest first',
  query: z.object({
    ...page,
    ...period,
    type: webhookType.optional(),
    voucher: uuid.optional().describe('Only events about the voucher with this id.'),
  }),
  example: {
    query: { limit: 20, type: 'voucher.redeemed', 'created[gte]': '2026-11-01' },
    answer: { object: 'list', data: [eventExample], has_more: false, next_cursor: null },
  },
  answer: listOf('EventList', eventObject),
  refusals: [],
});
