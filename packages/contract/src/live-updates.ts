import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uuid } from './text.ts';

/** Tells a screen that something changed, so that the screen fetches the current state. */
export const liveHint = z.object({
  topic: z.enum(['purchase', 'withdrawal', 'wallet', 'voucher']),
  id: uuid,
});
export type LiveHint = z.infer<typeof liveHint>;

/**
 * Name of the event that ends a stream because its user has opened too many others. The client then polls for a long
 * time: a reconnect would end the stream of another tab.
 */
export const STREAM_REPLACED = 'replaced';

/**
 * Streams server-sent events whose data is a LiveHint. Clients read it with fetch, so that the token is in a header and
 * not in the URL.
 */
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
