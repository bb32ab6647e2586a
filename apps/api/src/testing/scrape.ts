import { createSystemGauges } from '../features/office/metrics/index.ts';
import { serveMetrics } from '../platform/metrics/serve-metrics.ts';
import { freePort } from '@zawadi/story/free-port';
import type { TestSystem } from './test-system.ts';

/** Values of a scrape by metric name and labels, such as `zawadi_alerts_open{kind="books_differ"}`. */
export type Scraped = {
  text: string;
  values: Map<string, number>;
  at: (series: string) => number | undefined;
};

/**
 * Serves this system's gauges as a worker does, on a port of its own, and reads them as Prometheus does, without a
 * cache.
 */
export async function scrape(deps: Pick<TestSystem['deps'], 'db' | 'clock' | 'log'>): Promise<Scraped> {
  const address = { host: '127.0.0.1', port: await freePort() };
  const server = await serveMetrics({ address, ...createSystemGauges(deps), log: deps.log });
  try {
    return await scrapeAt(address.port);
  } finally {
    await server.close();
  }
}

export async function scrapeAt(port: number): Promise<Scraped> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(15_000) });
  const text = await response.text();
  if (!response.ok) throw new Error(`the scrape was answered ${response.status}: ${text}`);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const values = new Map(
    lines.map((line): [string, number] => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
  return { text, values, at: (series) => values.get(series) };
}
