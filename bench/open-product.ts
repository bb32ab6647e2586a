import { createDeps } from '../apps/api/src/app.ts';
import { readConfig } from '../apps/api/src/config/config.ts';

export type BenchDeps = ReturnType<typeof openProduct>;

/** Creates the dependencies of the product's own use cases, on a throw-away database. */
export function openProduct(databaseUrl: string, name: string): ReturnType<typeof createDeps> {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: databaseUrl,
    LOG_LEVEL: 'error',
  });
  return createDeps(config, name);
}
