import { createDeps } from './app.ts';
import { createWorker } from './app-worker.ts';
import { readConfig } from './config/config.ts';
import { killAt } from './platform/crash-points.ts';
import { failToStart } from './config/fail-to-start.ts';

/** Sweeps, schedules and outgoing messages. */
try {
  const config = readConfig(process.env);
  killAt(config.crashAt);
  const deps = createDeps(config, 'worker');
  const worker = await createWorker({ ...deps, databaseUrl: config.database.url ?? '' });
  deps.log.info('working');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void worker.close().then(() => process.exit(0));
    });
  }
} catch (error) {
  failToStart(error);
}
