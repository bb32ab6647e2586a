import { createDeps } from './app.ts';
import { createWorker } from './app-worker.ts';
import { readConfig } from './config/config.ts';
import { killAt } from './platform/crash-points.ts';
import { closeOnSignal } from './platform/close-on-signal.ts';
import { failToStart } from './config/fail-to-start.ts';
import { releaseStartUpMemory } from './platform/start-up-memory.ts';

/** Sweeps, schedules and outgoing messages. */
try {
  const config = readConfig(process.env);
  killAt(config.crashAt);
  const deps = createDeps(config, 'worker');
  const worker = await createWorker({ ...deps, databaseUrl: config.database.url ?? '' });
  deps.log.info('working');
  closeOnSignal(worker.close);
  releaseStartUpMemory();
} catch (error) {
  failToStart(error);
}
