import { randomUUID } from 'node:crypto';
import { centsOf } from '@zawadi/contract';
import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { post, type GroupOutcome, type TransferGroup } from '../../apps/api/src/ledger/index.ts';
import { createBatcher } from '../../apps/api/src/platform/batcher.ts';
import { openDatabase } from '../../apps/api/src/platform/db/database.ts';
import { inTransaction } from '../../apps/api/src/platform/db/in-transaction.ts';
import { benchGroup } from '../transfers.ts';

/**
 * Server for the limit of a redemption: the same ledger and batching over HTTP, without the product around the
 * transfer.
 */
const db = openDatabase(process.env['DATABASE_URL'] ?? '', { connections: 8, name: 'bare-transfers' });
const run = (groups: TransferGroup[]): Promise<GroupOutcome[]> => inTransaction(db, (tx) => post(tx, groups));
const batcher = createBatcher<TransferGroup, GroupOutcome>({
  maxBatch: 64,
  maxQueue: 4_000,
  writers: 1,
  fallbackWorkers: 4,
  maxWaitMs: 5_000,
  run: async (groups) => (await run(groups)).map((value) => ({ value })),
  runOne: async (group) => {
    const [outcome] = await run([group]);
    if (!outcome) throw new Error('a transfer had no outcome');
    return outcome;
  },
  onBatchError: (error) => console.error(error),
});

const app = Fastify().withTypeProvider<ZodTypeProvider>();
app.setValidatorCompiler(validatorCompiler);
app.setSerializerCompiler(serializerCompiler);
app.get('/readyz', async () => ({ status: 'ready' }));
app.post(
  '/transfers',
  {
    schema: {
      body: z.object({ amount: z.number().int().positive() }),
      response: { 200: z.object({ outcome: z.string() }) },
    },
  },
  async ({ body }) => {
    const { outcome } = await batcher.submit(benchGroup(randomUUID(), centsOf(body.amount)));
    return { outcome };
  },
);
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
