import type { Logger } from 'pino';
import { lookupHash, type Keys } from '../crypto/keys.ts';
import type { Db } from '../db/database.ts';
import { mergeCounts, WINDOW_MS } from './count-rows.ts';

/** Number of calls a caller has made in the current minute, including this one, and the time until the next minute. */
export type Counted = { used: number; resetMs: number };

/** Counts calls across all processes, by caller and minute. A minute begins with a caller's first call. */
export type CallCounts = {
  /**
   * Counts a call for a guard. Exact up to a limit of 39; above that, each process may let another twentieth of the
   * limit pass.
   * @param name caller and call; stored only as a keyed hash
   * @param limit calls a minute
   * @throws when the counts of the other processes are needed and the database does not answer
   */
  count: (name: string, limit: number) => Promise<Counted>;
  /**
   * Counts a call for a quota on a busy path: answers from memory and never waits. Counts of other processes arrive
   * within half a second, or sooner once a twentieth of the limit is used.
   */
  countAtOnce: (name: string, limit: number) => Counted;
  /** Returns this process's view of a caller's current minute, without counting; undefined if nothing was counted. */
  look: (name: string) => Counted | undefined;
  /** Takes back a call just counted within its limit. */
  takeBack: (name: string) => void;
  /** Writes the counts of this process to the database, so that a restart loses none. */
  stop: () => Promise<void>;
};

type Window = {
  key: Buffer;
  sinceMs: number;
  /** Calls counted by this process; `told` of them are in the database or on their way to it. */
  made: number;
  told: number;
  /** Calls counted by other processes, as far as this process has read them. */
  others: number;
};

const MERGE_EVERY_MS = 500;
/** Share of the limit that may be used before the count is written to the database. */
const UNWRITTEN_SHARE = 1 / 20;
/**
 * Limits memory when many made-up addresses call. A forgotten caller's count is read back from the database with the
 * next call.
 */
const MOST_REMEMBERED = 100_000;

/**
 * Creates the counter of this process.
 * @param deps.db where the processes share their counts
 */
export function createCallCounts({ db, keys, log }: { db: Db; keys: Keys; log: Logger }): CallCounts {
  const windows = new Map<string, Window>();
  const untold = new Set<Window>();
  let merging: Promise<void> | undefined;
  let nextMerge: Promise<void> | undefined;
  let sweptAtMs = performance.now();

  function windowOf(name: string): Window {
    const known = windows.get(name);
    if (known && isOpen(known)) return known;
    if (windows.size >= MOST_REMEMBERED) windows.clear();
    const key = lookupHash(keys, JSON.stringify(['calls', name]));
    const fresh = { key, sinceMs: performance.now(), made: 0, told: 0, others: 0 };
    windows.set(name, fresh);
    return fresh;
  }

  /** @returns the number of this call among the calls of this process; undefined once the limit is exceeded */
  function countHere(window: Window, limit: number): number | undefined {
    if (window.others + window.told > limit) return undefined;
    window.made += 1;
    untold.add(window);
    return window.made;
  }

  function mustBeWritten({ made, told }: Window, limit: number): boolean {
    return made - told >= Math.max(1, Math.floor(limit * UNWRITTEN_SHARE));
  }

  /** Runs one merge at a time. Callers who arrive during a merge share the next one. */
  function merge(): Promise<void> {
    if (nextMerge) return nextMerge;
    if (!merging) return (merging = mergeUnwritten().finally(() => (merging = undefined)));
    nextMerge = merging
      .catch(() => undefined)
      .then(() => {
        nextMerge = undefined;
        return merge();
      });
    return nextMerge;
  }

  async function mergeUnwritten(): Promise<void> {
    // Counts of a past minute are dropped.
    const batch = [...untold].filter(isOpen).map((window) => ({ window, added: window.made - window.told }));
    untold.clear();
    for (const { window } of batch) window.told = window.made;
    if (batch.length === 0) return;
    // Sort by key, so that two processes lock rows in the same order. A caller may have two windows, if it was
    // forgotten before its count was written. Their counts go into one row.
    const callers = [...Map.groupBy(batch, ({ window }) => window.key.toString('hex'))]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, parts]) => ({ key: Buffer.from(key, 'hex'), parts }));
    try {
      const askedMs = performance.now();
      const rows = await mergeCounts(
        db,
        callers.map(({ key, parts }) => ({
          key,
          added: parts.reduce((sum, { added }) => sum + added, 0),
          ageMs: askedMs - Math.min(...parts.map(({ window }) => window.sinceMs)),
        })),
      );
      for (const [n, { parts }] of callers.entries()) {
        const row = rows[n];
        if (!row) continue;
        for (const { window } of parts) {
          window.sinceMs = performance.now() - row.ageMs;
          window.others = Math.max(0, row.used - window.told);
        }
      }
    } catch (error) {
      for (const { window, added } of batch) {
        window.told -= added;
        untold.add(window);
      }
      throw error;
    }
  }

  const mergeOrLog = () =>
    void merge().catch((error: unknown) =>
      log.warn({ err: error }, 'call counts cannot be shared; counting in this process alone for now'),
    );

  function sweep(): void {
    if (performance.now() - sweptAtMs < WINDOW_MS) return;
    sweptAtMs = performance.now();
    for (const [name, window] of windows) if (!isOpen(window)) windows.delete(name);
  }

  const timer = setInterval(() => {
    sweep();
    if (untold.size > 0) mergeOrLog();
  }, MERGE_EVERY_MS);
  // Does not keep an idle process running.
  timer.unref();

  return {
    count: async (name, limit) => {
      const window = windowOf(name);
      const number = countHere(window, limit);
      if (number !== undefined && mustBeWritten(window, limit)) await merge();
      return countedAs(window, number);
    },
    countAtOnce: (name, limit) => {
      const window = windowOf(name);
      const number = countHere(window, limit);
      if (number !== undefined && mustBeWritten(window, limit)) mergeOrLog();
      return countedAs(window, number);
    },
    look: (name) => {
      const window = windows.get(name);
      return window && isOpen(window) ? countedAs(window, window.made) : undefined;
    },
    takeBack: (name) => {
      const window = windows.get(name);
      // The minute of the call may be over.
      if (!window || !isOpen(window) || window.made === 0) return;
      window.made -= 1;
      untold.add(window);
    },
    stop: async () => {
      clearInterval(timer);
      await merge().catch(() => undefined);
    },
  };
}

function isOpen({ sinceMs }: Window): boolean {
  return performance.now() - sinceMs < WINDOW_MS;
}

/** Uses the number of this call, not the sum: of thirty calls at once, exactly the first ten count as the first ten. */
function countedAs({ others, made, sinceMs }: Window, number = made + 1): Counted {
  return { used: others + number, resetMs: Math.max(0, sinceMs + WINDOW_MS - performance.now()) };
}
