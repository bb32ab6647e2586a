import { STREAM_REPLACED, webhookType, type WebhookType } from '@zawadi/contract';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import { createStreamHub, keepEventStream, type StreamHub } from '../../../http/event-stream.ts';
import type { Listener } from '../../../platform/db/listen.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { MERCHANT_EVENTS_CHANNEL } from '../../services/merchant-events/index.ts';
import { renewStream } from './stream-store.ts';

const STREAMS_PER_MERCHANT = 5;
const RIGHTS_CHECKED_EVERY_MS = 1_000;
const OPEN_FOR_MS = 60_000;
const RENEWED_EVERY_MS = 15_000;

/**
 * An event for a stream.
 * @param payload the body that a webhook would have
 */
type Streamed = { id: string; type: WebhookType; payload: string };
export type EventHub = StreamHub<Streamed>;

const heard = z.object({ merchantId: z.uuid(), id: z.uuid(), type: webhookType, payload: z.string() });

/** Passes events of every process to the streams open at this process. */
export function createEventHub(deps: { listener: Listener; log: Logger }): EventHub {
  return createStreamHub(deps, {
    channel: MERCHANT_EVENTS_CHANNEL,
    atOnce: STREAMS_PER_MERCHANT,
    read: (told) => {
      const { success, data } = heard.safeParse(told);
      return success ? { owner: data.merchantId, message: data } : undefined;
    },
  });
}

/**
 * Streams events to a merchant's program until it disconnects or may no longer connect. Events while it is
 * disconnected are lost; only webhooks are retried.
 * @param request.isAllowed checked once a second
 * @throws Refusal `sandbox_only`
 */
export async function openStream(
  deps: Pick<Deps, 'config' | 'db' | 'clock'> & { eventHub: EventHub },
  request: { merchantId: string; reply: FastifyReply; isAllowed: () => Promise<boolean> },
): Promise<void> {
  if (deps.config.provider === 'daraja') throw new Refusal('sandbox_only');
  const { merchantId, reply, isAllowed } = request;
  await renewStream(deps.db, merchantId, OPEN_FOR_MS);
  let renewedAtMs = performance.now();
  keepEventStream(deps.eventHub, reply, {
    owner: merchantId,
    isAlive: async () => {
      if (!(await isAllowed())) return false;
      if (performance.now() - renewedAtMs > RENEWED_EVERY_MS) {
        renewedAtMs = performance.now();
        await renewStream(deps.db, merchantId, OPEN_FOR_MS);
      }
      return true;
    },
    heartbeatMs: RIGHTS_CHECKED_EVERY_MS,
    greeting: 'event: connected\ndata: {}',
    eventOf: ({ id, type, payload }) => `id: ${id}\nevent: ${type}\ndata: ${payload}\n\n`,
    replacedEvent: STREAM_REPLACED,
  });
}
