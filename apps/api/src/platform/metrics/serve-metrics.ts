import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { Db } from '../db/database.ts';
import { requireReachable } from '../db/in-transaction.ts';
import { databaseUp, measureProcess, processMetrics } from './registry.ts';

/** Well below Prometheus's own limit of ten seconds. */
const READ_WITHIN_MS = 2_000;
const CHECK_AGE_MS = 1_000;

export type MetricsServer = { close: () => Promise<void> };

/**
 * Serves `GET /metrics` in Prometheus's text format. Uses its own port, because it requires no password.
 * @param options.registry metrics in addition to the process metrics
 * @param options.refresh updates gauges before they are written; limits its own time
 * @returns nothing to close if no port is configured
 * @throws Error if the port is taken; its `variable` names the setting to change
 */
export async function serveMetrics(options: {
  address: { host: string; port: number } | undefined;
  refresh: () => Promise<void>;
  registry?: Registry;
  log: Logger;
}): Promise<MetricsServer> {
  const { address, refresh, registry, log } = options;
  if (!address) return { close: async () => undefined };
  measureProcess();
  const registries = registry ? [processMetrics, registry] : [processMetrics];
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    void refresh()
      .then(() => Promise.all(registries.map((one) => one.metrics())))
      .then((texts) =>
        response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(texts.join('\n')),
      )
      .catch((error: unknown) => {
        log.error({ err: error }, 'metrics cannot be written');
        response.writeHead(500).end();
      });
  });
  server.listen(address.port, address.host);
  await once(server, 'listening').catch((error: unknown) => {
    throw Object.assign(error instanceof Error ? error : new Error(String(error)), {
      variable: 'METRICS_PORT',
    });
  });
  log.info({ port: address.port }, 'serving metrics');
  return {
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/**
 * Caches a reading for a while. Waits at most two seconds for a new one, because a frozen database must not delay a
 * scrape. A slower reading continues, and no second one starts until it ends.
 * @returns undefined if the reading failed or takes too long
 */
export function createReading<T>(options: {
  read: () => Promise<T>;
  maximumAgeMs: number;
  /** True to return the previous value while a new reading takes too long. */
  isShownWhileRenewed?: boolean;
  log: Logger;
}): () => Promise<T | undefined> {
  const { read, maximumAgeMs, isShownWhileRenewed = false, log } = options;
  let last: { value: T; at: number } | undefined;
  let underWay: Promise<T | undefined> | undefined;
  let isFailing = false;

  async function readNow(): Promise<T | undefined> {
    try {
      last = { value: await read(), at: performance.now() };
      isFailing = false;
      return last.value;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'values for metrics cannot be read');
      isFailing = true;
      return undefined;
    } finally {
      underWay = undefined;
    }
  }

  return async () => {
    if (last && performance.now() - last.at < maximumAgeMs) return last.value;
    underWay ??= readNow();
    const inTime = await Promise.race([underWay, pause(READ_WITHIN_MS, undefined, { ref: false })]);
    return inTime ?? (isShownWhileRenewed ? last?.value : undefined);
  };
}

/** Creates a function that checks the database and sets the gauge `zawadi_database_up`. */
export function createDatabaseCheck({ db, log }: { db: Db; log: Logger }): () => Promise<void> {
  const read = async () => {
    await requireReachable(db);
    return true;
  };
  const isUp = createReading({ read, maximumAgeMs: CHECK_AGE_MS, log });
  return async () => databaseUp.set((await isUp()) ? 1 : 0);
}
