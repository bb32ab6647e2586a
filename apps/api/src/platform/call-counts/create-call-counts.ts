import type { Logger } from 'pino';
import { lookupHash, type Keys } from '../crypto/keys.ts';
import type { Db } from '../db/database.ts';
import { mergeCounts, WINDOW_MS } from './count-rows.ts';

/** How many calls a caller has made in its present minute, this one included, and when the next minute begins. */
export type Counted = { used: number; resetMs: number };

/** Counts calls of all processes together, by caller and minute; a minute begins with a caller's first call. */
export type CallCounts = {
  /**
   * For guards. Exact up to a limit of 39; beyond, every process may let a twentieth of the limit more pass.
   * @param name who calls what; stored as a keyed hash only
   * @param limit calls a minute
   * @throws when the counts of the other processes are needed and the database does not answer
   */
  count: (name: string, limit: number) => Promise<Counted>;
  /**
   * For quotas on busy paths: answers from memory and never waits. What other processes counted is known half a second
   * later, sooner where a twentieth of the limit was used since.
   */
  countAtOnce: (name: string, limit: number) => Counted;
  /** What this process knows of a caller's present minute, without counting; undefined when nothing was counted. */
  look: (name: string) => Counted | undefined;
  /** Takes back a call just counted within its limit. */
  takeBack: (name: string) => void;
  /** Hands over what was counted here, so that a restart forgets none. */
  stop: () => Promise<void>;
};

type Window = {
  key: Buffer;
  sinceMs: number;
  /** Counted by this process, and how many of these the database has or is being told. */
  made: number;
  told: number;
  /** Counted by other processes, as far as is known here. */
  others: number;
};

const MERGE_EVERY_MS = 500;
/** What may be used before the other processes are told, as a share of the limit. */
const UNTOLD_SHARE = 1 / 20;
/** A crowd of made-up addresses is forgotten here; what the database knows of them comes back with their next call. */
const MOST_REMEMBERED = 100_000;

/** @param deps.db where the processes meet */
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

  /** @returns the number of this call among those of this process, or undefined when it does not matter any more */
  function countHere(window: Window, limit: number): number | undefined {
    if (window.others + window.told > limit) return undefined;
    window.made += 1;
    untold.add(window);
    return window.made;
  }

  function isToBeTold({ made, told }: Window, limit: number): boolean {
    return made - told >= Math.max(1, Math.floor(limit * UNTOLD_SHARE));
  }

  /** One merge at a time; those who ask while one is under way share the next. */
  function merge(): Promise<void> {
    if (nextMerge) return nextMerge;
    if (!merging) return (merging = mergeUntold().finally(() => (merging = undefined)));
    nextMerge = merging
      .catch(() => undefined)
      .then(() => {
        nextMerge = undefined;
        return merge();
      });
    return nextMerge;
  }

  async function mergeUntold(): Promise<void> {
    // What is left of an old minute counts for nothing.
    const batch = [...untold].filter(isOpen).map((window) => ({ window, added: window.made - window.told }));
    untold.clear();
    for (const { window } of batch) window.told = window.made;
    if (batch.length === 0) return;
    // Two processes that lock the same rows do so in one order. A caller that was forgotten before it was told of, and has
    // come back, is told of in one row.
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
      log.warn({ err: error }, 'calls are counted in this process alone for now'),
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
  // A process that has nothing else to do may end.
  timer.unref();

  return {
    count: async (name, limit) => {
      const window = windowOf(name);
      const number = countHere(window, limit);
      if (number !== undefined && isToBeTold(window, limit)) await merge();
      return countedAs(window, number);
    },
    countAtOnce: (name, limit) => {
      const window = windowOf(name);
      const number = countHere(window, limit);
      if (number !== undefined && isToBeTold(window, limit)) mergeOrLog();
      return countedAs(window, number);
    },
    look: (name) => {
      const window = windows.get(name);
      return window && isOpen(window) ? countedAs(window, window.made) : undefined;
    },
    takeBack: (name) => {
      const window = windows.get(name);
      // The minute in which it was counted may be over.
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

/** Its own number and not the sum, so that of thirty calls at once the first ten are the first ten. */
function countedAs({ others, made, sinceMs }: Window, number = made + 1): Counted {
  return { used: others + number, resetMs: Math.max(0, sinceMs + WINDOW_MS - performance.now()) };
}
