import type { FastifyInstance } from 'fastify';
import type { ServerResponse } from 'node:http';

const heartbeatMs = 20_000;
const gatherMs = 30;

/**
 * Notifies open pages of changes through server-sent events. The pages then fetch the new state.
 *
 * @returns `announce`, which the caller must call after every change, and `close`
 */
export function addLiveRoute(app: FastifyInstance) {
  const listeners = new Set<ServerResponse>();
  let gathering: NodeJS.Timeout | undefined;
  const heartbeat = setInterval(() => tell(': still here\n\n'), heartbeatMs).unref();

  app.get('/control/live', (request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    reply.raw.write('data: open\n\n');
    listeners.add(reply.raw);
    request.raw.on('close', () => listeners.delete(reply.raw));
  });

  function tell(text: string): void {
    for (const listener of listeners) listener.write(text);
  }

  return {
    announce: () => {
      gathering ??= setTimeout(() => {
        gathering = undefined;
        tell('data: changed\n\n');
      }, gatherMs).unref();
    },
    close: () => {
      clearInterval(heartbeat);
      clearTimeout(gathering);
      for (const listener of listeners) listener.end();
    },
  };
}
