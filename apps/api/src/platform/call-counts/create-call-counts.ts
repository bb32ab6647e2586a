import type { Logger } from 'pino';
import { lookupHash, type Keys } from '../crypto/keys.ts';
import type { Db } from '../db/database.ts';
import { mergeCounts, WINDOW_MS } from './count-rows.ts';

/** Number of API calls by a caller in the current minute, including this one, and the time until the next minute. */
export type Counted = { used: number; resetMs: number };

/** Counts API calls by caller and minute, across all processes. A caller's minute begins with its first call. */
export type CallCounts = {
  /**
   * Counts a call for a guard, which refuses calls above a limit. Exact up to a limit of 39. Above that, each process
   * may let another twentieth of the limit pass.
   * @param name caller and endpoint; stored only as a keyed hash
   * @param limit calls per minute
   * @throws if the decision needs other processes' counts and the database does not answer
   */
  count: (name: string, limit: number) => Promise<Counted>;
  /**
   * Counts a call for a quota on a busy path. Answers from memory and never waits. Counts of other processes arrive
   * within half a second, or sooner after a twentieth of the limit.
   */
  countAtOnce: (name: string, limit: number) => Counted;
  /**
   * Returns the count of a caller's current minute that this process knows, without counting a call. Undefined if no
   * call was counted.
   */
  look: (name: string) => Counted | undefined;
  /** Takes back one call that was counted within its limit. */
  takeBack: (name: string) => void;
  /** Writes this process's counts to the database, so that a restart loses none. */
  stop: () => Promise<void>;
};

type Window = {
  key: Buffer;
  sinceMs: number;
  /** Number of calls that this process counted. The first `told` of them are in the database, or on their way to it. */
  made: number;
  told: number;
  /** Number of calls that other processes counted, when this process last read it. */
  others: number;
};

const MERGE_EVERY_MS = 500;
/** Share of the limit that a process may use before it must write its count to the database. */
const UNWRITTEN_SHARE = 1 / 20;
/**
 * Limits memory when many made-up addresses call. If a caller is forgotten, its next call reads the count from the
 * database.
 */
const MOST_REMEMBERED = 100_000;

/**
 * Creates the call counter of this process.
 * @param deps.db database through which the processes share their counts
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

  /**
   * Counts a call.
   * @returns its number among this process's calls; undefined once the limit is exceeded
   */
  function countHere(window: Window, limit: number): number | undefined {
    if (window.others + window.told > limit) return undefined;
    window.made += 1;
    untold.add(window);
    return window.made;
  }

  function mustBeWritten({ made, told }: Window, limit: number): boolean {
    return made - told >= Math.max(1, Math.floor(limit * UNWRITTEN_SHARE));
  }

  /** Runs one merge at a time. Callers that arrive during a merge share the next one. */
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
    // Drops the counts of past minutes.
    const batch = [...untold].filter(isOpen).map((window) => ({ window, added: window.made - window.told }));
    untold.clear();
    for (const { window } of batch) window.told = window.made;
    if (batch.length === 0) return;
    // Sort by key, so that two processes lock rows in the same order. A caller that was forgotten before its count
    // was written has two windows. Both counts go into one row.
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
  // Lets an idle process exit despite the timer.
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
      // The minute of the call may have ended.
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

/**
 * Counts up to this call, not up to the latest one. Of thirty concurrent calls, exactly the first ten then count as
 * the first ten.
 */
function countedAs({ others, made, sinceMs }: Window, number = made + 1): Counted {
  return { used: others + number, resetMs: Math.max(0, sinceMs + WINDOW_MS - performance.now()) };
}
