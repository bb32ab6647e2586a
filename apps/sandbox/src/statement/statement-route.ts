import { formatNairobi } from '@zawadi/mpesa/nairobi-time';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { World } from '../world.ts';
import { statementAccounts } from './statement-entries.ts';
import { statementFile } from './statement-file.ts';

const dayMs = 86_400_000;
const query = z.object({
  account: z.enum(statementAccounts),
  /** First and last day in Nairobi, both inclusive. Default: today. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});

/** Serves the file that an operator would download from M-PESA's organisation portal. */
export function addStatementRoute(plainApp: FastifyInstance, world: World): void {
  const app = plainApp.withTypeProvider<ZodTypeProvider>();
  app.get('/control/statement', { schema: { querystring: query } }, (request, reply) => {
    const today = formatNairobi(world.clock(), 'yyyy-MM-dd');
    const { account, from = today, to = today } = request.query;
    const period = { from: midnightOf(from), to: midnightOf(to) + dayMs };
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="statement-${account}-${from}-${to}.csv"`)
      .send(statementFile(world, account, period));
  });
}

function midnightOf(day: string): number {
  return Date.parse(`${day}T00:00:00+03:00`);
}
