import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uuid } from './text.ts';

/** A hint that something changed; the screen then fetches the current state. */
export const liveHint = z.object({
  topic: z.enum(['purchase', 'withdrawal', 'wallet', 'voucher']),
  id: uuid,
});
export type LiveHint = z.infer<typeof liveHint>;

/**
 * The event that ends a stream because its user has opened too many others. The client then polls for a long time. A
 * reconnect would end the stream of another tab.
 */
export const STREAM_REPLACED = 'replaced';

/** A stream of server-sent events whose data is a LiveHint. Read with fetch, so that the token stays in a header. */
export const liveStream = endpoint({
  method: 'GET',
  path: '/api/live-updates/v1/stream',
  audience: 'consumer',
  tag: 'Live updates',
  summary: 'Stream server-sent events for the signed-in consumer',
  isStream: true,
  answer: z.unknown(),
  refusals: ['too_many_requests'],
});
