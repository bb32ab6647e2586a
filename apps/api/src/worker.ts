import { createDeps } from './app.ts';
import { createWorker } from './app-worker.ts';
import { readConfig } from './config/config.ts';
import { killAt } from './platform/crash-points.ts';
import { createSystemGauges } from './features/office/metrics/index.ts';
import { serveMetrics } from './platform/metrics/serve-metrics.ts';
import { startTracing } from './platform/tracing/tracing.ts';
import { failToStart } from './config/fail-to-start.ts';
import { closeOnSignal, releaseStartUpMemory } from './platform/process-lifetime.ts';

/** Runs sweeps, schedules and outgoing messages. */
try {
  const config = readConfig(process.env);
  killAt(config.crashAt);
  const deps = createDeps(config, 'worker');
  const service = 'zawadi-worker';
  const stopTracing = await startTracing({ ...config.traces, service, log: deps.log });
  // Start metrics before the worker, which waits for its database. A metric then shows that it waits.
  const metrics = await serveMetrics({
    address: config.metrics.worker,
    ...createSystemGauges(deps),
    log: deps.log,
  });
  const worker = await createWorker({ ...deps, databaseUrl: config.database.url ?? '' });
  deps.log.info('working');
  closeOnSignal(async () => {
    await worker.close();
    await Promise.all([metrics.close(), stopTracing()]);
  });
  releaseStartUpMemory();
} catch (error) {
  failToStart(error);
}
