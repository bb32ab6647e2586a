import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOKS_EVERY_MS = 50;
/** How long an unused connection stays open. A request that was already sent arrives within this time. */
const UNUSED_FOR_MS = 1_000;
/** Limit for closing. The API answers running requests within eight seconds, whatever the database does. */
const LONGEST_MS = 10_000;

/**
 * Lets a server close although clients keep connections open: a proxy's idle ones, a browser's unused one, a slow
 * client's half-sent request.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const open = new Set<Socket>();
  let looking: NodeJS.Timeout | undefined;
  app.decorate('isLeaving', false);
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (app.isLeaving) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    app.isLeaving = true;
    const sinceMs = performance.now();
    looking = setInterval(() => {
      const passedMs = performance.now() - sinceMs;
      app.server.closeIdleConnections();
      if (passedMs > UNUSED_FOR_MS) for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
      if (passedMs > LONGEST_MS) app.server.closeAllConnections();
    }, LOOKS_EVERY_MS);
  });
  app.addHook('onClose', async () => clearInterval(looking));
}
