import { liveStream, STREAM_REPLACED } from '@zawadi/contract';
import { keepEventStream } from '../../../http/event-stream.ts';
import { route, type Route } from '../../../http/routes.ts';
import type { LiveHub } from './create-live-hub.ts';

export type LiveDeps = {
  hub: LiveHub;
  /** Whether the session that opened a stream is still live. */
  isSessionAlive: (session: { userId: string; sessionId: string }) => Promise<boolean>;
  heartbeatMs?: number;
};

export function routes(deps: LiveDeps): Route[] {
  return [
    route(liveStream, async (_input, { actor, reply }) => {
      keepEventStream(deps.hub, reply, {
        owner: actor.userId,
        isAlive: () => deps.isSessionAlive(actor),
        ...(deps.heartbeatMs !== undefined && { heartbeatMs: deps.heartbeatMs }),
        greeting: ': connected',
        eventOf: (hint) => `data: ${JSON.stringify(hint)}\n\n`,
        replacedEvent: STREAM_REPLACED,
      });
      return undefined;
    }),
  ];
}
