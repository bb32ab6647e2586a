import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';

/** Server for the upper limit of any request: validates and answers a POST, without any work. */
const app = Fastify().withTypeProvider<ZodTypeProvider>();
app.setValidatorCompiler(validatorCompiler);
app.setSerializerCompiler(serializerCompiler);
app.get('/readyz', async () => ({ status: 'ready' }));
app.post(
  '/empty',
  {
    schema: {
      body: z.object({ amount: z.number().int().positive() }),
      response: { 200: z.object({ amount: z.number().int() }) },
    },
  },
  async ({ body }) => ({ amount: body.amount }),
);
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
