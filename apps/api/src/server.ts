import { createApi, createDeps } from './app.ts';
import { readConfig } from './config/config.ts';
import { killAt } from './platform/crash-points.ts';
import { adoptClockOffset } from './platform/db/clock-offset.ts';
import { untilReachable } from './platform/db/in-transaction.ts';
import { requireUsableDatabase } from './platform/db/usable-database.ts';
import { closeOnSignal } from './platform/close-on-signal.ts';
import { failToStart } from './config/fail-to-start.ts';
import { releaseStartUpMemory } from './platform/start-up-memory.ts';

/** The HTTP API and the web app. */
try {
  const config = readConfig(process.env);
  killAt(config.crashAt);
  const deps = createDeps(config, 'api');
  // Not awaited: the API listens before its database does.
  const prepared = untilReachable(deps.db, deps.log, requireUsableDatabase)
    .then(() => adoptClockOffset(deps))
    .catch(failToStart);
  const api = await createApi({ ...deps, databaseUrl: config.database.url ?? '', prepared });
  await api.http.listen({ host: config.host, port: config.port });
  deps.log.info({ port: config.port }, 'serving');
  closeOnSignal(api.close);
  releaseStartUpMemory();
} catch (error) {
  failToStart(error);
}
