import { createSandbox } from '@zawadi/sandbox';
import { createApiClient } from '@zawadi/story/api-client';
import { createSandboxControl } from '@zawadi/story/sandbox-control';
import type { Bench } from '../bench.ts';
import { BUYERS, buyGifts, signUpBuyers } from '../gifts.ts';
import { API, startServer, startWorker } from '../processes.ts';
import { measuring, type Suite } from '../rounds.ts';
import { prepareShop } from '../vouchers.ts';

/**
 * Time for hundreds of gifts: until V8 has compiled the code of a gift, and all connections have planned their SQL
 * statements.
 */
const WARM_UP_SECONDS = 40;

/**
 * Measures whole gifts through the sandbox, from purchase to redemption, with the work of screens, M-PESA, SMS and mail
 * provider.
 */
export async function openGifts(bench: Bench): Promise<Suite> {
  const { tills } = await prepareShop(bench.appUrl, { merchants: 1, vouchers: 0 });
  const sandbox = await createSandbox({ port: 0, smtpPort: 0 });
  const environment = {
    DATABASE_URL: bench.appUrl,
    DATABASE_OWNER_URL: bench.appUrl,
    SANDBOX_PORT: new URL(sandbox.url).port,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
  };
  const api = await startServer(API, environment);
  const worker = await startWorker({ ...environment, PORT: new URL(api.url).port });
  const world = { api: createApiClient(api.url), sandbox: createSandboxControl(sandbox.url) };
  bench.say('Buyers sign up …');
  const buyers = await signUpBuyers(world);
  const [till = ''] = tills;
  bench.say(`Warm-up for ${WARM_UP_SECONDS} s …`);
  await buyGifts(world, { buyers, till, seconds: WARM_UP_SECONDS });
  return {
    cases: [
      {
        name: 'whole gift through the sandbox',
        connections: BUYERS,
        target: { perSecond: 90 },
        prepare: measuring(() => buyGifts(world, { buyers, till, seconds: bench.seconds })),
      },
    ],
    close: async () => {
      await Promise.all([api.stop(), worker.stop()]);
      await sandbox.close();
    },
  };
}
