import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../platform/db/database.ts';
import { requireReachable } from '../platform/db/in-transaction.ts';

const READY_WITHIN_MS = 1_500;

/** `/healthz` is 200 while the process lives, `/readyz` while it can also serve: with a database behind it. */
export function serveHealth(app: FastifyInstance, db: Db): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    try {
      const reaching = requireReachable(db);
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
