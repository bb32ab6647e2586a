import { percentile } from './samples.ts';
import type { Sample } from './rounds.ts';

/**
 * Has so many callers do something over and over, each after the other's answer, until the time is over or a caller says that there is
 * no more.
 * @param once returns false when nothing is left to do; what it throws is a failure
 */
export async function callAtOnce(
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

/** @param latenciesMs of all that was done within these seconds */
export function sampleOf(latenciesMs: number[], seconds: number): Sample {
  return {
    perSecond: latenciesMs.length / seconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  };
}

/** Posts JSON, and reads the answer to its end. @throws Error for any status but success */
export async function postJson(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
}
