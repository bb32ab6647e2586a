import { setTimeout as pause } from 'node:timers/promises';
import { createApi, createDeps } from './app.ts';
import { readConfig } from './config/config.ts';
import { killAt } from './platform/crash-points.ts';
import { adoptClockOffset } from './platform/db/clock-offset.ts';
import { untilReachable } from './platform/db/in-transaction.ts';
import { reportSealingRegularly, openRing } from './features/office/keys/index.ts';
import { requireUsableDatabase } from './platform/db/usable-database.ts';
import { createDatabaseCheck, serveMetrics } from './platform/metrics/serve-metrics.ts';
import { startTracing } from './platform/tracing/tracing.ts';
import { failToStart } from './config/fail-to-start.ts';
import { closeOnSignal, releaseStartUpMemory, takeOverPort } from './platform/process-lifetime.ts';

/** How long to wait for the database. The API starts to listen even without an answer. */
const DATABASE_ANSWERS_MS = 2_000;

/** Runs the HTTP API and the web app. */
try {
  const config = readConfig(process.env);
  killAt(config.crashAt);
  const deps = createDeps(config, 'api');
  const service = 'zawadi-api';
  const stopTracing = await startTracing({ ...config.traces, service, log: deps.log });
  const isReachable = untilReachable(deps.db, deps.log, requireUsableDatabase).then(() => true);
  const databaseIsFit = isReachable
    .then(() => adoptClockOffset(deps))
    .then(() => openRing(deps))
    .then(() => reportSealingRegularly(deps));
  const prepared = databaseIsFit.catch(failToStart);
  // If the database answers, serve nothing until its version and keys have been checked, however long that takes.
  if (await Promise.race([isReachable, pause(DATABASE_ANSWERS_MS, false)])) await prepared;
  const refresh = createDatabaseCheck(deps);
  const metrics = await serveMetrics({ address: config.metrics.api, refresh, log: deps.log });
  const api = await createApi({ ...deps, databaseUrl: config.database.url ?? '', prepared });
  await takeOverPort();
  await api.http.listen({ host: config.host, port: config.port });
  deps.log.info({ port: config.port }, 'serving');
  closeOnSignal(async () => {
    await api.close();
    await Promise.all([metrics.close(), stopTracing()]);
  });
  releaseStartUpMemory();
} catch (error) {
  failToStart(error);
}
