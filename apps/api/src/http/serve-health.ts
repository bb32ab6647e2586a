import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../platform/db/database.ts';
import { requireReachable } from '../platform/db/in-transaction.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** True after the shutdown began. Each answer is then the last one on its connection. */
    isLeaving: boolean;
  }
}

const READY_WITHIN_MS = 1_500;

/**
 * Serves `/healthz`, which answers 200 while the process lives, and `/readyz`, which answers 200 while it can serve.
 * It can serve if the database answers and no shutdown has begun.
 * @param prepared must resolve before `/readyz` answers 200
 */
export function serveHealth(app: FastifyInstance, db: Db, prepared: Promise<unknown>): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    if (app.isLeaving) return reply.status(503).send({ status: 'leaving' });
    try {
      const reaching = Promise.all([requireReachable(db), prepared]);
      // If the time limit wins, a later error of the check must not be unhandled.
      reaching.catch(() => undefined);
      await Promise.race([reaching, rejectAfterLimit()]);
      return { status: 'ready' };
    } catch {
      return reply.status(503).header('retry-after', 2).send({ status: 'no database' });
    }
  });
}

/** Throws after the time limit: a frozen database never answers, and a load balancer does not wait long. */
async function rejectAfterLimit(): Promise<never> {
  await pause(READY_WITHIN_MS, undefined, { ref: false });
  throw new Error('the database does not answer');
}
