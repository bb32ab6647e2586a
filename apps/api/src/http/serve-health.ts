import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../platform/db/database.ts';
import { requireReachable } from '../platform/db/in-transaction.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** From the beginning of a shutdown on: each answer is the last one of its connection. */
    isLeaving: boolean;
  }
}

const READY_WITHIN_MS = 1_500;

/**
 * `/healthz` is 200 while the process lives, `/readyz` while it can also serve: with a database behind it, and not about to
 * leave.
 * @param prepared what else has to have happened; until then it is not ready
 */
export function serveHealth(app: FastifyInstance, db: Db, prepared: Promise<unknown>): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    if (app.isLeaving) return reply.status(503).send({ status: 'leaving' });
    try {
      const reaching = Promise.all([requireReachable(db), prepared]);
      // What comes after the limit is not waited for.
      reaching.catch(() => undefined);
      await Promise.race([reaching, tooLate()]);
      return { status: 'ready' };
    } catch {
      return reply.status(503).header('retry-after', 2).send({ status: 'no database' });
    }
  });
}

/** A frozen database answers nothing at all, and a load balancer does not wait long. */
async function tooLate(): Promise<never> {
  await pause(READY_WITHIN_MS, undefined, { ref: false });
  throw new Error('the database does not answer');
}
