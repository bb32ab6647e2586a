import { secondsOfMachine } from './cpu.ts';

/** Share of the processors used by other work above which a measurement counts as disturbed. */
const OTHERS_DISTURB = 0.15;

/** Number of processors kept busy by each part, and by everything else on this machine. */
type Busy = { parts: number[]; others: number };

/**
 * Runs a function, and returns how many processors each part and other work kept busy in that time.
 * @param parts functions that each return the CPU time, in seconds, that a part has used so far; together the parts are
 * the whole measurement
 */
export async function watchProcessors<T>(
  parts: (() => number)[],
  run: () => Promise<T>,
): Promise<{ result: T; busy: Busy }> {
  const read = () => ({
    atMs: performance.now(),
    used: parts.map((part) => part()),
    machine: secondsOfMachine(),
  });
  const before = read();
  const result = await run();
  const after = read();
  const seconds = (after.atMs - before.atMs) / 1_000;
  const busy = after.used.map((used, n) => (used - (before.used[n] ?? 0)) / seconds);
  const others = (after.machine - before.machine) / seconds - sum(busy);
  return { result, busy: { parts: busy, others } };
}

/** @returns a remark if other work used too many processors in any round of a row */
export function markDisturbed(others: number[]): string[] {
  const most = Math.max(...others);
  return most > OTHERS_DISTURB ? [`DISTURBED by others, busy ${showProcessors(most)}`] : [];
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** @returns the smallest value at or above the given share of all */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function showProcessors(processors: number): string {
  return processors.toFixed(2);
}

export function rounded(value: number): string {
  return value.toLocaleString('en-KE', { maximumFractionDigits: 0 });
}
