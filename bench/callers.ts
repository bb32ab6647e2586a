import { Agent, request } from 'node:http';
import { percentile } from './samples.ts';
import type { Sample } from './rounds.ts';

/**
 * Runs several callers in parallel, until the time is over or a caller has nothing left to do. Each caller makes one
 * request after the other.
 * @param once makes one request; returns false when nothing is left to do. An error counts as a failure.
 */
export async function runCallers(
  atOnce: number,
  seconds: number,
  once: (caller: number) => Promise<boolean>,
): Promise<Sample & { seconds: number }> {
  const latenciesMs: number[] = [];
  let failures = 0;
  const startMs = performance.now();
  const endMs = startMs + seconds * 1_000;
  const callers = Array.from({ length: atOnce }, async (_, caller) => {
    while (performance.now() < endMs) {
      const beganMs = performance.now();
      const goesOn = await once(caller).catch(() => {
        failures += 1;
        return true;
      });
      if (!goesOn) break;
      latenciesMs.push(performance.now() - beganMs);
    }
  });
  await Promise.all(callers);
  const took = (performance.now() - startMs) / 1_000;
  return { ...sampleOf(latenciesMs, took), failures, seconds: took };
}

/** @param latenciesMs latencies of all requests completed within these seconds */
export function sampleOf(latenciesMs: number[], seconds: number): Sample {
  return {
    perSecond: latenciesMs.length / seconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  };
}

/**
 * HTTP agent for the load. It uses a third of the CPU time of `fetch`, which matters: the load shares the processors
 * with the measured system.
 */
const agent = new Agent({ keepAlive: true });

/** Posts JSON, and reads the answer to its end. @throws Error if the status is not 2xx */
export function postJson(url: string, body: object, headers: Record<string, string> = {}): Promise<void> {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const asked = request(url, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
  });
  asked.on('error', reject).on('response', (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
    response.on('end', () => {
      const { statusCode = 0 } = response;
      if (statusCode >= 200 && statusCode < 300) return resolve();
      return reject(new Error(`${url}: ${statusCode} ${Buffer.concat(chunks).toString()}`));
    });
  });
  asked.end(text);
  return promise;
}
