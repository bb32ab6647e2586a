import { liveStream } from '@zawadi/contract';
import type { FastifyReply } from 'fastify';
import { route, type Route } from '../../../http/routes.ts';
import type { LiveHub } from './create-live-hub.ts';
import { streamHints } from './stream-hints.ts';

export type LiveDeps = {
  hub: LiveHub;
  /** Whether a session that opened a stream may still keep it. */
  isSessionAlive: (session: { userId: string; sessionId: string }) => Promise<boolean>;
  heartbeatMs?: number;
};

export function routes(deps: LiveDeps): Route[] {
  return [
    route(liveStream, async (_input, { actor, reply }) => {
      streamHints(deps.hub, openEventStream(reply), {
        userId: actor.userId,
        isSessionAlive: () => deps.isSessionAlive(actor),
        ...(deps.heartbeatMs !== undefined && { heartbeatMs: deps.heartbeatMs }),
      });
      return undefined;
    }),
  ];
}

/** Takes the answer out of Fastify's hands, with the headers that every response carries. */
function openEventStream(reply: FastifyReply): FastifyReply['raw'] {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    connection: 'close',
    // Proxies of the nginx family would otherwise keep events back until a buffer is full.
    'x-accel-buffering': 'no',
  });
  return reply.raw;
}
