import { once } from 'node:events';
import { get } from 'node:http';
import { endpoint } from '@zawadi/contract';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Refusal } from '../platform/refusal.ts';
import { createHttp } from './create-http.ts';
import { registerRoutes } from './register-routes.ts';
import { route } from './routes.ts';

const file = endpoint({
  method: 'GET',
  path: '/api/file',
  audience: 'consumer',
  tag: 'Test',
  summary: '',
  answer: z.object({}),
  isExport: true,
  refusals: [],
});

function unexpected(): Promise<never> {
  throw new Refusal('unauthenticated');
}

test('a client that hangs up before it is authenticated takes no place among the exports', async () => {
  const app = await createHttp({ log: pino({ level: 'silent' }), trustProxy: false });
  let answers = 0;
  registerRoutes(app, [route(file, async () => ((answers += 1), {}))], {
    authenticators: {
      consumer: async ({ raw, headers }) => {
        const isLeaving = headers['user-agent'] === 'leaving';
        if (isLeaving) await once(raw.socket, 'close');
        return { userId: 'amina', sessionId: '' };
      },
      merchant: unexpected,
      admin: unexpected,
      'merchant-or-admin': unexpected,
      'signed-in': unexpected,
      machine: unexpected,
      deviceKey: async () => undefined,
    },
    rateFactor: 1,
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  for (const expected of [1, 2]) {
    const call = get(`${address}${file.path}`, { headers: { 'user-agent': 'leaving' } });
    call.on('error', () => undefined);
    await once(app.server, 'request');
    call.destroy();
    await expect.poll(() => answers).toBe(expected);
  }
  expect((await fetch(`${address}${file.path}`)).status).toBe(200);
  await app.close();
});
