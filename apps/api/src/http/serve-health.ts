import type { FastifyInstance } from 'fastify';
import type { Db } from '../platform/db/database.ts';
import { requireReachable } from '../platform/db/in-transaction.ts';

/** `/healthz` is 200 while the process lives, `/readyz` while it can also serve: with a database behind it. */
export function serveHealth(app: FastifyInstance, db: Db): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    try {
      await requireReachable(db);
      return { status: 'ready' };
    } catch {
      return reply.status(503).header('retry-after', 2).send({ status: 'no database' });
    }
  });
}
