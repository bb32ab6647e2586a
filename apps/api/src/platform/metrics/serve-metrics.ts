import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { Db } from '../db/database.ts';
import { requireReachable } from '../db/in-transaction.ts';
import { databaseUp, measureProcess, processMetrics } from './registry.ts';

/** Prometheus itself gives up after ten seconds. */
const READ_WITHIN_MS = 2_000;
const CHECK_AGE_MS = 1_000;

export type MetricsServer = { close: () => Promise<void> };

/**
 * Serves `GET /metrics` in Prometheus text, on a port of its own because it asks for no password.
 * @param options.registry metrics beside those of the process
 * @param options.refresh brings gauges up to date before they are written down; ends within its own time
 * @returns nothing to close where there is no port
 * @throws Error when the port is taken
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
        log.error({ err: error }, 'the metrics cannot be written');
        response.writeHead(500).end();
      });
  });
  server.listen(address.port, address.host);
  await once(server, 'listening');
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
 * Remembers what was read for a while, and waits for no reading longer than two seconds: a frozen database must hold up
 * no scrape. A reading that takes longer goes on, and no other is begun beside it.
 * @returns undefined when it failed, or takes too long
 */
export function createReading<T>(options: {
  read: () => Promise<T>;
  maximumAgeMs: number;
  /** What was read before is better than nothing while it takes too long to read it again. */
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
      if (!isFailing) log.warn({ err: error }, 'what the metrics show cannot be read');
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

/** @returns what sets `zawadi_database_up` */
export function createDatabaseCheck({ db, log }: { db: Db; log: Logger }): () => Promise<void> {
  const read = async () => {
    await requireReachable(db);
    return true;
  };
  const isUp = createReading({ read, maximumAgeMs: CHECK_AGE_MS, log });
  return async () => databaseUp.set((await isUp()) ? 1 : 0);
}
