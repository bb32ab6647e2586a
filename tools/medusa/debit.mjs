import { randomInt, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { MedusaApp } from '@medusajs/framework/modules-sdk';
import { ContainerRegistrationKeys, ModulesSdkUtils } from '@medusajs/framework/utils';

/**
 * Debits store credit accounts with the module service of Medusa's loyalty plugin, in this process, on a database given
 * as JSON. Medusa's workflows use the same service. Prepares accounts, reports ready, and runs the requested load:
 * number of parallel debits, and time.
 */
const MODULE = 'store_credit';
const SOURCE = '@medusajs/loyalty-plugin/.medusa/server/src/modules/store-credit';
const ACCOUNTS = 1_000;
const AT_ONCE = 100;
const CREDIT = 1_000_000;
const REFERENCE = 'bench';

const { databaseUrl, connections } = JSON.parse(process.argv[2] ?? '{}');
const database = { clientUrl: databaseUrl, driverOptions: { connection: { ssl: false } } };
const connection = ModulesSdkUtils.createPgConnection({
  ...database,
  pool: { min: connections, max: connections },
});
const app = await MedusaApp({
  modulesConfig: {
    [MODULE]: {
      resolve: fileURLToPath(import.meta.resolve(SOURCE)),
      options: { database },
    },
  },
  sharedResourcesConfig: { database },
  injectedDependencies: { [ContainerRegistrationKeys.PG_CONNECTION]: connection },
});
await app.runMigrations();
await app.onApplicationStart();
const service = app.modules[MODULE];
const accounts = await fill();

process.on(
  'message',
  ({ atOnce, seconds }) => void run(atOnce, seconds).then((sample) => process.send(sample)),
);
process.on('disconnect', () => process.exit());
process.send({ isReady: true });

async function fill() {
  const ids = [];
  for (let from = 0; from < ACCOUNTS; from += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, () => ({
      customer_id: randomUUID(),
      currency_code: 'kes',
    }));
    const created = await service.createStoreCreditAccounts(some);
    const credits = created.map(({ id }) => ({ ...entryOf(id), amount: CREDIT }));
    await service.creditAccounts(credits);
    ids.push(...created.map(({ id }) => id));
  }
  return ids;
}

async function run(atOnce, seconds) {
  const latencies = [];
  const startMs = performance.now();
  const endMs = startMs + seconds * 1_000;
  const callers = Array.from({ length: atOnce }, async () => {
    while (performance.now() < endMs) {
      const beganMs = performance.now();
      await service.debitAccounts([{ ...entryOf(accounts[randomInt(accounts.length)]), amount: 1 }]);
      latencies.push(performance.now() - beganMs);
    }
  });
  await Promise.all(callers);
  return { latencies, seconds: (performance.now() - startMs) / 1_000 };
}

function entryOf(accountId) {
  return { account_id: accountId, reference: REFERENCE, reference_id: randomUUID(), note: '' };
}
